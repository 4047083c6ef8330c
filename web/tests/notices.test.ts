import { describe, expect, it } from "vitest";
import type { SeatTold, TableListed } from "../src/gen/wire.ts";
import { isFor, isSlow, obstacleOf, type Powers, unpacked } from "../src/net/notices.svelte.ts";
import { clockOf, minuteOf } from "../src/player/quiet.ts";
import { inOrder } from "../src/screens/lines.ts";

const ABLE: Powers = { secure: true, push: true, home: undefined, permission: "default" };
const DAY = 86_400;

const seat = (kind: SeatTold["kind"]): SeatTold => ({ kind, name: "", level: null }) as SeatTold;
const line = (id: string, more: Partial<TableListed> = {}): TableListed => ({
  id,
  game: "pagoda",
  options: {},
  created: 0,
  finished: null,
  public: false,
  seats: [seat("person"), seat("person")],
  held: [0],
  actor: 0,
  scores: [0, 0],
  turn: null,
  left: null,
  company: true,
  waits: true,
  result: null,
  ...more,
});

describe("what stands in the way of notices", () => {
  it("is named by what can be done about it", () => {
    expect(obstacleOf(ABLE)).toBeNull();
    expect(obstacleOf({ ...ABLE, permission: "granted" })).toBeNull();
    expect(obstacleOf({ ...ABLE, permission: "denied" })).toBe("refused");
    expect(obstacleOf({ ...ABLE, push: false })).toBe("cannot");
    expect(obstacleOf({ ...ABLE, push: false, home: false })).toBe("install");
    expect(obstacleOf({ ...ABLE, push: false, home: true })).toBe("cannot");
    // Without https browsers hide all the rest: it is not their fault.
    expect(obstacleOf({ ...ABLE, secure: false, push: false })).toBe("insecure");
  });
  it("is nothing that a clock of minutes has", () => {
    expect([isSlow({ turn: DAY }), isSlow({ turn: DAY - 1 }), isSlow(null)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isSlow(line("a"))).toBe(false);
  });
  it("is another house's key", () => {
    const made = { options: { applicationServerKey: unpacked("AP-_").buffer } };
    const address = made as unknown as PushSubscription;
    expect([...unpacked("AP-_")]).toEqual([0, 255, 191]);
    expect([isFor(address, "AP-_"), isFor(address, "AP-A")]).toEqual([true, false]);
    const bare = { options: { applicationServerKey: null } } as unknown as PushSubscription;
    expect(isFor(bare, "AP-_")).toBe(false);
  });
});

describe("quiet hours", () => {
  it("are minutes of a day, and nothing while a field is empty", () => {
    for (const minute of [0, 59, 60, 1320, 1439]) expect(minuteOf(clockOf(minute))).toBe(minute);
    expect(clockOf(485)).toBe("08:05");
    expect([minuteOf(""), minuteOf("8:05")]).toEqual([null, null]);
  });
});

describe("what waits", () => {
  it("comes first, whose time is up first before all", () => {
    const solo = { company: false, waits: false };
    const tables = [
      line("theirs", { actor: 1, left: 5, turn: DAY, waits: false }),
      line("computer", solo),
      line("no clock"),
      line("later", { left: 2 * DAY, turn: 3 * DAY }),
      line("sooner", { left: DAY, turn: 3 * DAY }),
      line("no clock either"),
    ];
    expect(inOrder(tables).map(({ id }) => id)).toEqual([
      "sooner",
      "later",
      "no clock",
      "no clock either",
      "computer",
      "theirs",
    ]);
  });
});
