/** The hand over the table: which payment is chosen, and tiles gathered to be kept or picked. */
import type { Offer } from "../../net/wire.ts";
import { settings } from "../../settings.svelte.ts";
import type { Play } from "../../table/play.svelte.ts";
import { t } from "../../texts/texts.svelte.ts";
import { type Color, MOST_KEPT } from "./geometry.ts";
import { moved, spread, total } from "./tiles.ts";
import type { PavilionView, Tiles } from "./view.ts";
import { signed, tilesName } from "./words.ts";

const PAGE = "summer_pavilion.page";

export interface Primary {
  label: string;
  ready: boolean;
  act: () => void;
}

export class Hand {
  private wished = $state<string | null>(null); // the words of the payment that was chosen
  gathered = $state.raw<Tiles>({});
  private queue: Color[] = [];
  private closing = false;
  private sent: unknown = null; // the view on which the last of the queue was played

  constructor(readonly play: Play) {}

  private readonly view = $derived.by(() => this.play.view as PavilionView);
  /** While tiles are kept or picked they are gathered freely; the server knows one order only. */
  readonly gathering = $derived.by((): "keep" | "pick" | null => {
    const kind = this.play.offers[0]?.fields.kind;
    return (kind === "keep" || kind === "pick" || kind === "done") && this.view.phase !== "place"
      ? this.view.phase === "pick"
        ? "pick"
        : "keep"
      : null;
  });
  readonly most = $derived.by((): number => {
    if (this.gathering === "pick") return this.view.owed;
    const player = this.view.players[this.view.on_turn];
    return player ? Math.min(MOST_KEPT - total(player.kept), total(player.tiles)) : 0;
  });

  /** What is left to say of one space or one source: ways to pay, the cheapest in wilds first, or colors to take. */
  readonly ways = $derived.by((): Offer[] => {
    const { remaining, touched } = this.play;
    const kind = remaining[0]?.fields.kind;
    const places = new Set(
      remaining.map(
        ({ fields }) => `${fields.star ?? fields.source} ${fields.position ?? fields.factory}`,
      ),
    );
    if (
      touched.length === 0 ||
      remaining.length < 2 ||
      places.size !== 1 ||
      (kind !== "place" && kind !== "take")
    )
      return [];
    return remaining.toSorted(
      (one, other) => Number(one.fields.wilds ?? 0) - Number(other.fields.wilds ?? 0),
    );
  });
  /** The colors among them, each with its cheapest payment; asked first where there are several. */
  readonly colors = $derived.by((): Offer[] => {
    const found = new Map<string, Offer>();
    for (const offer of this.ways)
      if (!found.has(String(offer.fields.color))) found.set(String(offer.fields.color), offer);
    return found.size > 1 ? [...found.values()] : [];
  });
  readonly plates = $derived.by(() => (this.colors.length ? this.colors : this.ways));
  readonly chosen = $derived.by((): Offer | null => {
    const wished = this.plates.find(({ words }) => words === this.wished);
    return wished ?? (this.colors.length ? null : (this.plates[0] ?? null)); // no color is chosen for people
  });
  /** The move that rack and board show before it is played. */
  readonly shown = $derived.by((): Offer | null => this.chosen ?? this.play.preview);

  /** Choose a payment; with a mouse or keys it is played at once, as any single move. */
  choose(offer: Offer, by: "mouse" | "touch" | "key"): void {
    const again = this.chosen?.words === offer.words && this.wished !== null;
    this.wished = offer.words;
    if (by !== "touch" ? !settings.confirm : again) void this.play.confirm(offer);
  }

  /** Put one more tile of a color to those gathered. */
  gather(color: Color, by: "mouse" | "touch" | "key"): void {
    const from =
      this.gathering === "pick" ? this.view.supply : this.view.players[this.view.on_turn]?.tiles;
    const now = this.gathered[color] ?? 0;
    if (!this.gathering || now >= (from?.[color] ?? 0)) return;
    if (total(this.gathered) >= this.most) {
      if (this.most !== 1) return;
      this.gathered = {};
    }
    this.gathered = { ...this.gathered, [color]: (this.gathered[color] ?? 0) + 1 };
    if (this.gathering === "pick" && this.most === 1 && by !== "touch" && !settings.confirm)
      this.playGathered();
  }

  drop(color: Color): void {
    this.gathered = { ...this.gathered, [color]: Math.max(0, (this.gathered[color] ?? 0) - 1) };
  }

  clear(): void {
    this.gathered = {};
    this.queue = [];
    this.closing = false;
    this.wished = null;
    this.play.clear();
  }

  private playGathered(): void {
    this.queue = spread(this.gathered);
    this.closing = this.gathering === "keep";
    this.sent = null;
    this.step();
  }

  /** Play the next of the queue as soon as the table has answered; run from an effect. */
  step(): void {
    const { play } = this;
    if (!this.gathering) {
      this.queue = [];
      this.closing = false;
      if (total(this.gathered)) this.gathered = {};
      return;
    }
    if (play.busy || play.view === this.sent || (this.queue.length === 0 && !this.closing)) return;
    const next = this.queue.shift();
    if (next === undefined) this.closing = false;
    const kind = next === undefined ? "done" : this.gathering;
    const offer = play.offers.find(
      ({ fields }) => fields.kind === kind && (next === undefined || fields.color === next),
    );
    if (next === undefined || this.queue.length === 0) this.gathered = {};
    if (!offer) {
      this.queue = [];
      return;
    }
    this.sent = play.view;
    void play.confirm(offer);
  }

  /** The main button: the one move that is ready, in words. */
  readonly primary = $derived.by((): Primary | null => {
    const { play } = this;
    const seat = this.view.on_turn;
    if (this.gathering === "pick") {
      const count = this.most;
      return {
        label: t(`${PAGE}.pick`, { count }),
        ready: total(this.gathered) === count,
        act: () => this.playGathered(),
      };
    }
    if (this.gathering === "keep") {
      const count = total(this.gathered);
      const lost = play.offers.find(({ fields }) => fields.kind === "done")?.points[seat] ?? 0;
      const none = lost
        ? t(`${PAGE}.keep.none.points`, { points: signed(lost) })
        : t(`${PAGE}.keep.none`);
      return {
        label: count ? t(`${PAGE}.keep`, { count }) : none,
        ready: true,
        act: () => this.playGathered(),
      };
    }
    const offer = this.chosen ?? play.ready;
    if (!offer) return null;
    const act = (): void => void play.confirm(offer);
    if (offer.fields.kind === "place")
      return {
        label: t(`${PAGE}.submit.place`, { points: signed(offer.points[seat] ?? 0) }),
        ready: true,
        act,
      };
    if (offer.fields.kind === "pass") return { label: t(`${PAGE}.submit.pass`), ready: true, act };
    if (offer.fields.kind === "take") {
      return {
        label: t(`${PAGE}.submit.take`, { tiles: tilesName(moved(offer, this.view)) }),
        ready: true,
        act,
      };
    }
    return null;
  });
}

/** How an event touched: as Play.press tells them apart. */
export function touchOf(event: MouseEvent): "mouse" | "touch" | "key" {
  const kind = (event as PointerEvent).pointerType;
  return event.detail === 0 ? "key" : kind === "touch" || kind === "pen" ? "touch" : "mouse";
}
