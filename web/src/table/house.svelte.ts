/** Where friends reach this server: asked once for each invitation, and known again once it was opened. */
import type { HouseTold } from "../gen/wire.ts";
import { api } from "../net/api.ts";

/** Whether an address leads to the machine that opens it, and so to nobody else's. */
export function isHere(address: string): boolean {
  const { hostname } = new URL(address, location.origin);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

export class House {
  told = $state.raw<HouseTold | null>(null);
  #chosen = $state<string | null>(null);
  readonly #here = location.origin;

  /** The addresses to choose from; the one of this machine last, for a second window. */
  readonly origins = $derived.by(() => {
    const told = this.told?.addresses ?? [];
    const own = { kind: "here" as const, origin: this.#here };
    return told.some(({ origin }) => origin === own.origin) ? told : [...told, own];
  });
  /** The address that goes into links: the likeliest one, unless another was chosen. */
  readonly origin = $derived(this.#chosen ?? this.origins[0]!.origin);
  /** Whether others can open the links already. */
  readonly isOpen = $derived(this.told?.open ?? !isHere(this.#here));

  choose(origin: string): void {
    this.#chosen = origin;
  }

  /** The link to a seat of a table, or to the table alone. */
  link(table: string, token: string): string {
    return `${this.origin}/table/${table}#${token}`;
  }

  async ask(): Promise<void> {
    try {
      this.told = await api.house();
    } catch {
      // Links then show the address of this page, as its reader reaches it.
    }
  }

  async open(): Promise<void> {
    this.told = await api.openHouse();
  }
}
