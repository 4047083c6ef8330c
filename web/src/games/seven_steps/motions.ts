/** What travels when a view of 7 Steps becomes the next one. */
import { MOTION } from "../../design/tokens.ts";
import type { View } from "../../gen/games.ts";
import {
  type Color,
  type Discs,
  type Space,
  type StepsFields,
  type StepsView,
  type Tile,
  TOWER,
} from "../../gen/seven_steps.ts";
import type { Told } from "../../gen/wire.ts";
import type { Motion } from "../../motion/motion.ts";
import type { SoundName } from "../../sound/sound.ts";

const ARC = 24;

/** Follows the facts one by one, so that each piece leaves from where it was by then. */
class Teller {
  readonly found: Motion[] = [];
  private readonly heights: Map<string, number>;
  private readonly hands: Discs[];
  private clock = 0;
  private seat: number;
  private source: Space | null;
  private whole: boolean; // a tower is on its way, not a disc

  constructor(
    private readonly before: StepsView,
    private readonly after: StepsView,
  ) {
    this.heights = new Map(
      Object.entries(before.board).map(([name, space]) => [name, space.height]),
    );
    this.hands = before.players.map((player) => ({ ...(player.hand ?? {}) }));
    this.seat = before.on_turn;
    this.source = before.space;
    this.whole = before.phase === "shifting";
  }

  tell(fact: Told): void {
    if (!fact.fields) return;
    const { kind, space, color, tile } = fact.fields as StepsFields;
    if (fact.seat >= 0) this.seat = fact.seat;
    if (kind === "place") this.place(space);
    else if (kind === "remove") this.take(space, "bag");
    else if (kind === "recover") this.take(space, this.handPlace(this.colorOf(space), 1));
    else if (kind === "shift" || kind === "move")
      [this.source, this.whole] = [space, kind === "shift"];
    else if (kind === "onto") this.onto(space);
    else if (kind === "swap") this.swap(space);
    else if (kind === "return")
      this.fly({ from: this.handPlace(color, -1), to: "bag", disc: color, time: MOTION.fall });
    else if (kind === "draw")
      this.fly({
        from: "bag",
        to: this.handPlace(color, 1),
        disc: color,
        time: MOTION.reveal,
        next: MOTION.cascade,
      });
    else if (kind === "tile") this.tile(tile);
  }

  private colorOf(space: Space): Color | undefined {
    return this.after.board[space]?.color ?? this.before.board[space]?.color;
  }

  /** A place behind a screen where a disc is taken from (-1) or comes to (+1). */
  private handPlace(color: Color | undefined, change: number): string {
    const open = this.after.players[this.seat]?.hand && this.before.players[this.seat]?.hand;
    if (!open || color === undefined) return `seat ${this.seat}`;
    const hand = this.hands[this.seat]!;
    const count = (hand[color] ?? 0) + change;
    hand[color] = Math.max(0, count);
    return `hand ${color} ${change > 0 ? count - 1 : count}`;
  }

  private fly(way: {
    from: string;
    to: string;
    disc: Color | undefined;
    time: number;
    next?: number;
    sound?: SoundName;
    arc?: number;
  }): void {
    const piece = { kind: "disc", color: way.disc ?? "hidden" };
    const motion: Motion = {
      piece,
      from: way.from,
      to: way.to,
      delay: this.clock,
      time: way.time,
      arc: way.arc ?? 0,
    };
    if (way.sound) motion.sound = way.sound;
    this.found.push(motion);
    this.clock += way.next ?? way.time + MOTION.cascade;
  }

  private place(space: Space): void {
    const color = this.colorOf(space);
    const height = (this.heights.get(space) ?? 0) + 1;
    const full = height === TOWER;
    const from = this.handPlace(color, -1);
    this.fly({
      from,
      to: full ? `peak ${space}` : `disc ${space}`,
      disc: color,
      time: MOTION.travel,
      arc: ARC,
      sound: "disc",
    });
    this.heights.set(space, height);
    if (full) this.dissolve(space);
  }

  /** Seven discs leave a full tower, one for each space of its color. */
  private dissolve(space: Space): void {
    const color = this.colorOf(space);
    this.clock += MOTION.pause;
    this.heights.set(space, 0);
    for (const [name, other] of Object.entries(this.after.board)) {
      if (other.color !== color) continue;
      this.heights.set(name, (this.heights.get(name) ?? 0) + 1);
      this.fly({
        from: `disc ${space}`,
        to: `disc ${name}`,
        disc: color,
        time: MOTION.travel,
        next: MOTION.cascade,
        arc: 16,
        sound: "dissolve",
      });
    }
    this.clock += MOTION.travel;
  }

  private take(space: Space, to: string): void {
    this.fly({
      from: `disc ${space}`,
      to,
      disc: this.colorOf(space),
      time: MOTION.travel,
      arc: ARC,
    });
    this.heights.set(space, (this.heights.get(space) ?? 1) - 1);
  }

  private onto(space: Space): void {
    if (!this.source) return;
    const count = this.whole ? (this.heights.get(this.source) ?? 1) : 1;
    const height = (this.heights.get(space) ?? 0) + count;
    this.fly({
      from: `disc ${this.source}`,
      to: `disc ${space}`,
      disc: this.colorOf(space),
      time: MOTION.travel,
      arc: ARC,
      sound: "disc",
    });
    this.heights.set(this.source, (this.heights.get(this.source) ?? count) - count);
    this.heights.set(space, height);
    if (height === TOWER) this.dissolve(space);
  }

  private swap(space: Space): void {
    if (!this.source) return;
    const color = this.colorOf(space);
    this.fly({
      from: `disc ${this.source}`,
      to: `disc ${space}`,
      disc: color,
      time: MOTION.travel,
      next: 0,
      arc: ARC,
      sound: "disc",
    });
    this.fly({
      from: `disc ${space}`,
      to: `disc ${this.source}`,
      disc: color,
      time: MOTION.travel,
      arc: ARC,
    });
  }

  private tile(kind: Tile | undefined): void {
    const type = this.before.bonus ?? this.after.bonus;
    if (!type) return;
    const piece = { kind: "tile", type, tile: kind ?? "" };
    this.found.push({
      piece,
      from: `pile ${type}`,
      to: `tile ${this.seat} ${type}`,
      delay: this.clock,
      time: MOTION.travel,
    });
    this.clock += MOTION.travel;
  }
}

export function motions(before: View, after: View, facts: readonly Told[]): Motion[] {
  if (facts.some((fact) => fact.kind === "undo")) return [];
  const teller = new Teller(before as StepsView, after as StepsView);
  for (const fact of facts) teller.tell(fact);
  return teller.found;
}
