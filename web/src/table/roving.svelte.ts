/** Moving by keys inside a board, a rack or a supply. */

/** Where a key leads: to an item, along the order (null), or nowhere, since it is another's (false). */
export type Leads = (from: string, key: string) => string | null | false;

/** One tab stop for many things: arrows move inside, the last one visited keeps the stop. */
export class Roving {
  private at = $state<string | null>(null);
  private root: HTMLElement | SVGElement | null = null;
  private inside = $state(false); // whether keys were here last

  /**
   * `items` lists the things in order, each the `data-item` of an element; `leads` knows keys that
   * go elsewhere than along it. A board larger than its room `scrolls` to what is focused.
   */
  constructor(
    private readonly items: () => readonly string[],
    private readonly leads: Leads = () => null,
    private readonly scrolls = false,
  ) {
    // What was focused may go away with a move, such as tiles that were taken: the stop takes over.
    $effect(() => {
      void this.items();
      if (this.inside && document.activeElement === document.body) this.focus(this.stop);
    });
  }

  private focus(item: string | undefined): void {
    if (item !== undefined)
      this.root
        ?.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"]`)
        ?.focus({ preventScroll: !this.scrolls });
  }

  /** What wears the focus ring now. */
  get focused(): string | null {
    return this.inside ? this.at : null;
  }

  /** What has the tab stop: the last one visited; if it has gone, one of the same source, else the first. */
  get stop(): string | undefined {
    const items = this.items();
    const at = this.at;
    if (at === null || items.includes(at)) return at ?? items[0];
    const source = at.slice(0, at.lastIndexOf(" "));
    return items.find((item) => item === source || item.startsWith(`${source} `)) ?? items[0];
  }

  /** The tab index of a thing. */
  tab(item: string): 0 | -1 {
    return item === this.stop ? 0 : -1;
  }

  /** Marks the element that holds the things, and hears the keys that bubble up to it. */
  hold = (root: HTMLElement | SVGElement): { destroy(): void } => {
    const ends = new AbortController();
    const { signal } = ends;
    this.root = root;
    root.addEventListener("keydown", (event) => this.key(event as KeyboardEvent), { signal });
    // An SVG that listens to focus would become a tab stop by that alone.
    const ear = root.parentElement ?? root;
    const enter = (): void => {
      const on = document.activeElement;
      this.inside = root.contains(on) && on!.matches(":focus-visible");
    };
    const leave = (event: Event): void => {
      const to = (event as FocusEvent).relatedTarget;
      if (to !== null && !root.contains(to as Node)) this.inside = false;
    };
    ear.addEventListener("focusin", enter, { signal });
    ear.addEventListener("focusout", leave, { signal });
    return { destroy: () => ends.abort() };
  };

  visit(item: string): void {
    this.at = item;
  }

  /** Move by a key. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = (event.target as Element | null)
      ?.closest("[data-item]")
      ?.getAttribute("data-item");
    if (!from) return;
    const to = this.leads(from, event.key) ?? this.along(from, event.key);
    if (to === null || to === false) return;
    event.preventDefault();
    this.at = to;
    this.focus(to);
  }

  /** The item that a key leads to along the order, from either end to the other. */
  private along(from: string, key: string): string | null {
    const items = this.items();
    const i = items.indexOf(from);
    const steps: Record<string, number> = {
      ArrowRight: i + 1,
      ArrowDown: i + 1,
      ArrowLeft: i - 1,
      ArrowUp: i - 1,
      Home: 0,
      End: -1,
    };
    const step = steps[key];
    return step === undefined ? null : (items.at(step % items.length) ?? null);
  }
}

/** Enter and Space on something drawn; a real button does this by itself. */
export const isPress = (event: KeyboardEvent): boolean =>
  event.key === "Enter" || event.key === " ";

/** Whether a focus came by keys: only then it stands for a hover, which a finger or mouse makes itself. */
export const isByKeys = (event: FocusEvent): boolean =>
  (event.currentTarget as Element).matches(":focus-visible");
