// Traces of Chromium, by the time that threads ran instead of the wall's; bench/scores.py says why.

/**
 * Squeeze each task of a trace to the time its thread really ran, and all within it likewise.
 *
 * Tasks keep their beginnings; what lies in between is waiting, also where a task waited for a core.
 */
export function byThread({ traceEvents }) {
  const last = new Map(); // per thread: the outermost task that was met last
  let squeezed = 0;
  for (const event of [...traceEvents].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    const thread = `${event.pid} ${event.tid}`;
    const task = last.get(thread);
    const inside = task && event.ts < task.ts + task.dur;
    const { ts } = event;
    if (inside) {
      const ran = event.tts === undefined ? (ts - task.ts) * task.share : event.tts - task.tts;
      event.ts = task.ts + Math.max(0, Math.min(ran, ts - task.ts));
    }
    if (event.ph !== "X" || event.tdur === undefined || !event.dur) continue;
    const dur = event.dur;
    event.dur = Math.min(dur, event.tdur);
    if (!inside) last.set(thread, { ts, dur, tts: event.tts, share: event.dur / dur });
    squeezed += 1;
  }
  if (!squeezed) throw new Error("this Chromium tells no thread times in its traces");
}
