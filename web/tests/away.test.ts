import { describe, expect, it } from "vitest";
import type { SeatTold } from "../src/gen/wire.ts";
import { hearTime, serverNow } from "../src/net/time.ts";
import { absentSeats, awayFor, span } from "../src/table/away.ts";

const seat = (part: Partial<SeatTold> = {}): SeatTold => ({
  kind: "person",
  name: "",
  level: null,
  present: false,
  resigned: false,
  stand_in: false,
  bot: false,
  seen: 1000,
  ...part,
});

describe("who is away", () => {
  it("is counted for people who are not here", () => {
    expect(awayFor(seat(), 1060)).toBe(60);
    expect(awayFor(seat({ present: true, seen: null }), 1060)).toBeNull();
    expect(awayFor(seat({ kind: "computer" }), 1060)).toBeNull();
    expect(awayFor(seat({ kind: "open" }), 1060)).toBeNull();
    expect(awayFor(seat({ seen: null }), 1060)).toBeNull(); // one's own
  });
  it("is absent after a while", () => {
    const seats = [seat({ seen: null }), seat(), seat({ seen: 1500 })];
    expect(absentSeats(seats, 600, 1599)).toEqual([]);
    expect(absentSeats(seats, 600, 1600)).toEqual([1]);
    expect(absentSeats(seats, 600, 2100)).toEqual([1, 2]);
  });
  it("is told in days, hours or minutes", () => {
    expect(span(2)).toEqual({ unit: "minute", count: 1 });
    expect(span(3599)).toEqual({ unit: "minute", count: 59 });
    expect(span(7300)).toEqual({ unit: "hour", count: 2 });
    expect(span(2 * 86_400)).toEqual({ unit: "day", count: 2 });
  });
});

describe("the server's time", () => {
  it("is this device's until the server has told it", () => {
    expect(Math.abs(serverNow() - Date.now() / 1000)).toBeLessThan(60);
    hearTime(5000);
    expect(serverNow()).toBeGreaterThanOrEqual(5000);
    expect(serverNow()).toBeLessThan(5060);
  });
});
