/** Who is away, and for how long: seats for which nobody need wait any more. */
import type { SeatTold } from "../gen/wire.ts";

/** Seconds that a seat's people are away; null where they are here, or no people play it. */
export function awayFor(seat: SeatTold, now: number): number | null {
  const people = seat.kind === "person" || seat.kind === "device";
  return people && !seat.present && seat.seen !== null ? Math.max(0, now - seat.seen) : null;
}

/** The seats whose people have been away for longer than a limit. */
export function absentSeats(seats: readonly SeatTold[], limit: number, now: number): number[] {
  return seats.flatMap((seat, number) => {
    const away = awayFor(seat, now);
    return away !== null && away >= limit ? [number] : [];
  });
}

/** A span as whole days, hours or minutes, whichever says it best. */
export function span(seconds: number): { unit: "day" | "hour" | "minute"; count: number } {
  const sizes = [
    ["day", 86_400],
    ["hour", 3600],
  ] as const;
  for (const [unit, size] of sizes)
    if (seconds >= size) return { unit, count: Math.floor(seconds / size) };
  return { unit: "minute", count: Math.max(1, Math.floor(seconds / 60)) };
}
