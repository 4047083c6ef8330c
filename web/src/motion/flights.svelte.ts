/** Pieces on their way: ghosts over the page that fly from where things were to where they are. */
import { tick } from "svelte";
import { moves, settings } from "../settings.svelte.ts";
import { sound } from "../sound/sound.ts";
import type { Motion } from "./motion.ts";

export interface Flight {
  id: number;
  motion: Motion;
  from: DOMRect;
  to: DOMRect;
  speed: number; // times the usual
}

const LONGEST = 2500; // ms: the others' moves are never slower than that in all

function rect(place: string): DOMRect | null {
  const found = document.querySelector(`[data-place="${CSS.escape(place)}"]`);
  const box = found?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

class Flights {
  all = $state.raw<Flight[]>([]);
  private next = 0;
  private landed = new Set<() => void>();

  /**
   * Show a change: `change` puts the new view on the page; what moved flies there.
   *
   * Places that are left are measured before the change, places that are reached after it. A place
   * is empty until its piece has landed.
   */
  async show(motions: readonly Motion[], change: () => void, pace: number): Promise<void> {
    const travel = moves() && pace > 0 && document.visibilityState === "visible";
    const starts = travel ? motions.map((motion) => rect(motion.from)) : [];
    change();
    if (!travel || motions.length === 0) {
      this.sounds(motions.slice(0, 1));
      return;
    }
    await tick();
    const whole = Math.max(...motions.map((motion) => motion.delay + motion.time));
    const speed = Math.max(pace, whole / LONGEST);
    const flights = motions.flatMap((motion, i) => {
      const from = starts[i];
      const to = rect(motion.to);
      return from && to ? [{ id: this.next++, motion, from, to, speed }] : [];
    });
    if (flights.length === 0) return;
    const hidden = flights.map((flight) =>
      document.querySelector(`[data-place="${CSS.escape(flight.motion.to)}"]`),
    );
    for (const target of hidden) target?.setAttribute("data-landing", "");
    this.all = [...this.all, ...flights];
    await new Promise<void>((done) => {
      const timers = flights.map((flight, i) =>
        setTimeout(
          () => {
            hidden[i]?.removeAttribute("data-landing");
            this.sounds([flight.motion]);
          },
          (flight.motion.delay + flight.motion.time) / speed,
        ),
      );
      const end = (): void => {
        timers.forEach(clearTimeout);
        clearTimeout(last);
        this.landed.delete(end);
        for (const target of hidden) target?.removeAttribute("data-landing");
        this.all = this.all.filter((flight) => !flights.includes(flight));
        done();
      };
      const last = setTimeout(end, whole / speed);
      this.landed.add(end);
    });
  }

  private sounds(motions: readonly Motion[]): void {
    for (const { sound: name, piece } of motions)
      if (name) sound.play(name, typeof piece.level === "number" ? { level: piece.level } : {});
  }

  /** Land everything now: any key or tap skips. */
  skip(): void {
    for (const end of [...this.landed]) end();
  }
}

export const flights = new Flights();
/** The pace of the others' moves: 0 shows them at once. */
export const pace = (): number => settings.pace;
