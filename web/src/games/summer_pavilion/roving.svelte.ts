/** Moving by keys inside a board, a rack or a supply. */
import type { Play } from "../../table/play.svelte.ts";

/** One tab stop for many things: arrows move inside, the last one visited keeps the stop. */
export class Roving {
  private at = $state<string | null>(null);
  private root: HTMLElement | SVGElement | null = null;
  private inside = $state(false); // whether keys were here last

  /**
   * `items` lists the things in order; `next` may lead a key elsewhere than along that order, and
   * answers null where it does not know the key.
   */
  constructor(
    private readonly items: () => readonly string[],
    private readonly next: (from: string, key: string) => string | null = () => null,
  ) {
    // What was focused may go away with a move, such as tiles that were taken: the stop takes over.
    $effect(() => {
      const items = this.items();
      if (this.inside && document.activeElement === document.body) this.focus(this.stop(items));
    });
  }

  private focus(item: string | undefined): void {
    if (item !== undefined)
      this.root
        ?.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"]`)
        ?.focus({ preventScroll: true });
  }

  /** What wears the focus ring now. */
  get focused(): string | null {
    return this.inside ? this.at : null;
  }

  /** The tab index of a thing. */
  tab(item: string): 0 | -1 {
    return item === this.stop(this.items()) ? 0 : -1;
  }

  /** The last one visited; if it has gone, one of the same source, else the first. */
  private stop(items: readonly string[]): string | undefined {
    const at = this.at;
    if (at === null || items.includes(at)) return at ?? items[0];
    const source = at.slice(0, at.lastIndexOf(" "));
    return items.find((item) => item === source || item.startsWith(`${source} `)) ?? items[0];
  }

  /** Marks the element that holds the things, and hears the keys that bubble up to it. */
  hold = (root: HTMLElement | SVGElement): { destroy(): void } => {
    const hear = (event: Event): void => void this.key(event as KeyboardEvent);
    this.root = root;
    root.addEventListener("keydown", hear);
    // An SVG that listens to focus would become a tab stop by that alone.
    const ear = root.parentElement ?? root;
    ear.addEventListener(
      "focusin",
      () =>
        (this.inside =
          root.contains(document.activeElement) &&
          document.activeElement!.matches(":focus-visible")),
    );
    ear.addEventListener("focusout", (event) => {
      const to = (event as FocusEvent).relatedTarget;
      if (to !== null && !root.contains(to as Node)) this.inside = false;
    });
    return { destroy: () => root.removeEventListener("keydown", hear) };
  };

  visit(item: string): void {
    this.at = item;
  }

  /** Move by a key; true if the key was one of ours. */
  private key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const items = this.items();
    const from = (event.target as Element | null)
      ?.closest("[data-item]")
      ?.getAttribute("data-item");
    if (!from || items.length === 0) return false;
    const i = items.indexOf(from);
    const steps: Record<string, number> = {
      ArrowRight: i + 1,
      ArrowDown: i + 1,
      ArrowLeft: i - 1,
      ArrowUp: i - 1,
      Home: 0,
      End: -1,
    };
    const step = steps[event.key];
    const to =
      this.next(from, event.key) ??
      (step === undefined ? null : (items.at(step % items.length) ?? null));
    if (to === null) return false;
    event.preventDefault();
    this.at = to;
    this.focus(to);
    return true;
  }
}

/** Enter and Space on something drawn; a real button does this by itself. */
export const isPress = (event: KeyboardEvent): boolean =>
  event.key === "Enter" || event.key === " ";

/** End the hover of what loses its focus; a pointer may be hovering something else already. */
export function leave(event: FocusEvent, play: Play): void {
  const item = (event.currentTarget as Element).getAttribute("data-item") ?? "";
  if (play.hovered !== null && item.startsWith(play.hovered)) play.hover(null);
}

/** Whether a focus came by keys: only then it stands for a hover, which a finger or mouse makes itself. */
export const isByKeys = (event: FocusEvent): boolean =>
  (event.currentTarget as Element).matches(":focus-visible");
