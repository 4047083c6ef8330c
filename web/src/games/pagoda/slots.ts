/** Cards keep their place: where one was played a gap stays until a new card fills it. Pure. */
import type { Color } from "../../gen/pagoda.ts";

export interface Slot {
  color: Color | null;
  gone: Color | null; // what lay here before
  order: number; // among equal cards: flying cards find their place by it
}

/** The slots after a change; `taken` is the slot whose card goes first among equals. */
export function settle(
  before: readonly Slot[],
  cards: readonly Color[],
  least: number,
  taken = -1,
): Slot[] {
  const left = [...cards];
  const keep = (color: Color): boolean => {
    const i = left.indexOf(color);
    if (i >= 0) left.splice(i, 1);
    return i >= 0;
  };
  const visit = before.map((_, i) => i).filter((i) => i !== taken);
  if (taken >= 0 && taken < before.length) visit.push(taken);
  const kept = new Set(visit.filter((i) => before[i]!.color !== null && keep(before[i]!.color!)));
  const slots: Slot[] = before.map((slot, i) =>
    kept.has(i)
      ? { color: slot.color, gone: null, order: 0 }
      : { color: null, gone: slot.color ?? slot.gone, order: 0 },
  );
  for (const color of left) {
    const gap = slots.find((slot) => slot.color === null);
    if (gap) Object.assign(gap, { color, gone: null });
    else slots.push({ color, gone: null, order: 0 });
  }
  while (slots.length < least) slots.push({ color: null, gone: null, order: 0 });
  while (slots.length > Math.max(least, cards.length) && slots.some((slot) => slot.color === null))
    slots.splice(
      slots.findLastIndex((slot) => slot.color === null),
      1,
    );
  return ordered(slots, taken);
}

/** Number equal cards; the one that is chosen comes last, for it is the one that would go. */
export function ordered(slots: readonly Slot[], taken = -1): Slot[] {
  const seen = new Map<Color, number>();
  const numbered = slots.map((slot) => {
    if (slot.color === null) return slot;
    const order = seen.get(slot.color) ?? 0;
    seen.set(slot.color, order + 1);
    return { ...slot, order };
  });
  const chosen = numbered[taken];
  if (!chosen?.color) return numbered;
  const last = (seen.get(chosen.color) ?? 1) - 1;
  return numbered.map((slot, i) => {
    if (slot.color !== chosen.color) return slot;
    if (i === taken) return { ...slot, order: last };
    return slot.order > chosen.order ? { ...slot, order: slot.order - 1 } : slot;
  });
}
