/** What is chosen before it is played: a payment, tiles to keep or to pick; and the main button. */
import { type Color, COLORS, type PavilionView } from "../../gen/summer_pavilion.ts";
import type { Offer } from "../../gen/wire.ts";
import { settings } from "../../settings.svelte.ts";
import { Gathering } from "../../table/gathering.svelte.ts";
import type { Play } from "../../table/play.svelte.ts";
import type { Touch } from "../../table/touch.ts";
import { t } from "../../texts/texts.svelte.ts";
import { WILDS } from "./geometry.ts";
import { listed, moved, total } from "./tiles.ts";
import { signed, tilesName } from "./words.ts";

const PAGE = "summer_pavilion.page";

export interface Primary {
  label: string;
  ready: boolean;
  act: () => void;
}

export class Choosing {
  private wished = $state<string | null>(null); // the words of the payment that was chosen
  /** While tiles are kept or picked they are gathered freely; the server knows one order only. */
  readonly tiles: Gathering;

  constructor(readonly play: Play) {
    this.tiles = new Gathering(play, {
      order: COLORS,
      active: () => this.purpose !== null,
      offer: (color) => this.offerOf(color),
    });
  }

  private readonly view = $derived.by(() => this.play.view as PavilionView);
  /** What tiles are gathered for now. */
  readonly purpose = $derived.by((): "keep" | "pick" | null => {
    const kind = this.play.offers[0]?.fields.kind;
    return (kind === "keep" || kind === "pick" || kind === "done") && this.view.phase !== "place"
      ? this.view.phase === "pick"
        ? "pick"
        : "keep"
      : null;
  });
  readonly most = $derived.by((): number => (this.purpose === null ? 0 : this.view.most));
  /** The tiles that may be kept or picked. */
  private readonly source = $derived.by(() =>
    this.purpose === "pick"
      ? this.view.supply
      : (this.view.players[this.view.on_turn]?.tiles ?? {}),
  );
  /** The colors to keep, those of most use first: wild in the next round, then many of a kind. */
  private readonly liked = $derived.by((): Color[] => {
    const next = WILDS[this.view.round];
    const use = (color: Color, count: number): number => count + (color === next ? 100 : 0);
    return listed(this.source)
      .toSorted((one, other) => use(other.color, other.count) - use(one.color, one.count))
      .map(({ color }) => color);
  });
  private proposed = false;

  /** Choose what to keep as soon as that is asked, once; people change it. Run from an effect. */
  propose(): void {
    const keeping = this.purpose === "keep";
    if (!keeping || this.proposed) {
      this.proposed = keeping;
      return;
    }
    this.proposed = true;
    let left = this.most;
    // A lesson leaves the choice to its reader.
    for (const color of this.play.parts === null ? this.liked : [])
      for (let i = 0; i < (this.source[color] ?? 0) && left > 0; i++, left--) this.tiles.add(color);
  }

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
  readonly shown = $derived.by(
    (): Offer | null => this.play.pending ?? this.chosen ?? this.play.preview,
  );

  /** Choose a payment; with a mouse or keys it is played at once, as any single move. */
  choose(offer: Offer, by: Touch): void {
    const again = this.chosen?.words === offer.words && this.wished !== null;
    this.wished = offer.words;
    if (by !== "touch" ? !settings.confirm : again) void this.play.confirm(offer);
  }

  /** Put one more tile of a color to those gathered; once all of it is there, put it back. */
  gather(color: Color, by: Touch): void {
    const all = this.source[color] ?? 0;
    if (!this.purpose || all === 0) return;
    if (this.tiles.of(color) >= all) {
      while (this.tiles.of(color) > 0) this.tiles.drop(color);
      return;
    }
    if (this.tiles.count >= this.most) {
      // The tile of least use makes room.
      const other = this.liked.findLast((one) => one !== color && this.tiles.of(one) > 0);
      if (other) this.tiles.drop(other);
      else return;
    }
    this.tiles.add(color);
    if (this.purpose === "pick" && this.most === 1 && by !== "touch" && !settings.confirm)
      this.tiles.go();
  }

  /** The move that takes one tile of a color; without one, what ends the keeping. */
  private offerOf(color: string | null): Offer | undefined {
    const { offers } = this.play;
    if (color === null && this.purpose !== "keep") return undefined;
    const kind = color === null ? "done" : this.purpose;
    return offers.find(
      ({ fields }) => fields.kind === kind && (color === null || fields.color === color),
    );
  }

  clear(): void {
    this.tiles.clear();
    this.wished = null;
    this.play.clear();
  }

  /** The main button: the one move that is ready, in words. */
  readonly primary = $derived.by((): Primary | null => {
    const { play } = this;
    const seat = this.view.on_turn;
    if (this.purpose === "pick") {
      const count = this.most;
      return {
        label: t(`${PAGE}.pick`, { count }),
        ready: this.tiles.count === count,
        act: () => this.tiles.go(),
      };
    }
    if (this.purpose === "keep") {
      const count = this.tiles.count;
      const all = play.offers.find(({ fields }) => fields.kind === "done")?.points[seat] ?? 0;
      // What all tiles would cost is known; each one kept costs nothing.
      const points = signed(Math.max(all, count - total(this.source)));
      const key = count ? `${PAGE}.keep` : `${PAGE}.keep.none`;
      return {
        label: points === signed(0) ? t(key, { count }) : t(`${key}.points`, { count, points }),
        ready: true,
        act: () => this.tiles.go(),
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
        label: t(`${PAGE}.submit.take`, { tiles: tilesName(moved(offer)) }),
        ready: true,
        act,
      };
    }
    return null;
  });
}
