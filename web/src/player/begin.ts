/** What begins once the page has come to rest: who one is, and what waits for one. */
import { hearWorker, notices } from "../net/notices.svelte.ts";
import { waiting } from "../net/waiting.svelte.ts";
import { keepPlayer } from "./sync.svelte.ts";

/** Call once. */
export function beginAtRest(): void {
  keepPlayer();
  waiting.begin();
  hearWorker(() => void waiting.look());
  void notices.keep();
}
