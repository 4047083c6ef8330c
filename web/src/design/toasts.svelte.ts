/** Short messages over the page that go by themselves. */
import { untrack } from "svelte";

export interface Toast {
  id: number;
  text: string;
  link?: { text: string; onclick: () => void };
  kind: "info" | "warn";
}

const STAY = 6000;

class Toasts {
  all = $state.raw<Toast[]>([]);
  private layers = $state.raw<readonly symbol[]>([]);
  private next = 0;

  /** The layer that shows them: that of the dialog which was opened last, since all else is inert behind it. */
  get top(): symbol | undefined {
    return this.layers.at(-1);
  }
  /** Offer a layer; returns how to take it away. */
  offer(layer: symbol): () => void {
    this.layers = [...untrack(() => this.layers), layer];
    return () => {
      this.layers = this.layers.filter((other) => other !== layer);
    };
  }

  show(text: string, kind: Toast["kind"] = "info", link?: Toast["link"]): void {
    const toast = { id: this.next++, text, kind, ...(link ? { link } : {}) };
    // Shown from effects too, which must not run again for what is shown.
    const others = untrack(() => this.all).filter((other) => other.text !== text);
    this.all = [...others.slice(-2), toast];
    setTimeout(() => this.close(toast.id), STAY);
  }

  /** Take away all of a kind: something else tells them now. */
  clear(kind: Toast["kind"]): void {
    this.all = untrack(() => this.all).filter((toast) => toast.kind !== kind);
  }

  close(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
