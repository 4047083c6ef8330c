/** Pieces on their way: ghosts over the page that fly from where things were to where they are. */
import { tick } from "svelte";
import { moves, settings } from "../settings.svelte.ts";
import { sound } from "../sound/sound.ts";
import { type Motion, remaining } from "./motion.ts";

export interface Flight {
  id: number;
  motion: Motion;
  from: DOMRect;
  to: DOMRect;
  speed: number; // times the usual
}

const LONGEST = 2500; // ms: the others' moves are never slower than that in all

const NO_FRAME = 100; // ms: a page that is not drawn has no frames to wait for

/** The elements of some places, found in one walk through the page. */
function elementsOf(places: Iterable<string>): Map<string, Element> {
  const wanted = new Set(places);
  const found = new Map<string, Element>();
  if (wanted.size === 0) return found;
  for (const element of document.querySelectorAll("[data-place]")) {
    const name = element.getAttribute("data-place")!;
    if (wanted.has(name) && !found.has(name)) found.set(name, element);
  }
  return found;
}

/** Where places are now. Asked while nothing is waiting to be laid out, it costs little. */
function boxesOf(elements: ReadonlyMap<string, Element>): Map<string, DOMRect> {
  const boxes = new Map<string, DOMRect>();
  for (const [name, element] of elements) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) boxes.set(name, box);
  }
  return boxes;
}

/** The places at which pieces stand whose move is on its way. */
const standing = (): Set<string> =>
  new Set(
    [...document.querySelectorAll("[data-pending]")].map((element) =>
      element.getAttribute("data-pending")!,
    ),
  );

/** Until the page is laid out and drawn once: what is measured then forces nothing. */
function drawn(): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, NO_FRAME);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(done);
    });
  });
}

class Flights {
  all = $state.raw<Flight[]>([]);
  private next = 0;
  private landed = new Set<() => void>();
  private skips = 0; // how often everything had to land at once

  /**
   * Show a change: `change` puts the new view on the page; what moved flies there.
   *
   * Places that are left are measured before the change, places that are reached after it. A place
   * is empty until its piece has landed. What stands already, for its move was shown at the touch,
   * does not fly again.
   */
  async show(motions: readonly Motion[], change: () => void, pace: number): Promise<void> {
    const travel = moves() && pace > 0 && document.visibilityState === "visible";
    const left = remaining(motions, standing());
    const starts = travel ? boxesOf(elementsOf(left.map(({ from }) => from))) : new Map();
    const { skips } = this;
    change();
    const stood = motions[motions.length - left.length - 1];
    if (stood) this.sounds([stood]);
    if (!travel || left.length === 0) {
      if (!stood) this.sounds(left.slice(0, 1));
      return;
    }
    await tick();
    const flying = left.filter(({ from }) => starts.has(from));
    const targets = elementsOf(flying.map(({ to }) => to));
    for (const target of targets.values()) target.setAttribute("data-landing", "");
    if (targets.size > 0) await drawn();
    const ends = boxesOf(targets);
    const whole = Math.max(...left.map((motion) => motion.delay + motion.time));
    const speed = Math.max(pace, whole / LONGEST);
    const flights = flying.flatMap((motion): Flight[] => {
      const [from, to] = [starts.get(motion.from), ends.get(motion.to)];
      return from && to ? [{ id: this.next++, motion, from, to, speed }] : [];
    });
    const land = (): void => {
      for (const target of targets.values()) target.removeAttribute("data-landing");
    };
    if (flights.length === 0 || skips !== this.skips) return land();
    this.all = [...this.all, ...flights];
    await new Promise<void>((done) => {
      const timers = flights.map((flight) =>
        setTimeout(
          () => {
            targets.get(flight.motion.to)?.removeAttribute("data-landing");
            this.sounds([flight.motion]);
          },
          (flight.motion.delay + flight.motion.time) / speed,
        ),
      );
      const end = (): void => {
        timers.forEach(clearTimeout);
        clearTimeout(last);
        this.landed.delete(end);
        land();
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
    this.skips++;
    for (const end of [...this.landed]) end();
  }
}

export const flights = new Flights();
/** The pace of the others' moves: 0 shows them at once. */
export const pace = (): number => settings.pace;
