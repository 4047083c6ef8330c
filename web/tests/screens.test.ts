import { describe, expect, it, vi } from "vitest";
import type { GameTold, RecordTold } from "../src/gen/wire.ts";
import { bare, holds, parts, wordsOf } from "../src/rulebook/search.ts";
import { dayText, daysAgo } from "../src/texts/days.ts";
import { kindOf } from "../src/screens/uploads.ts";
import { CLOCKS, clockName, clockWish } from "../src/screens/lobby.ts";
import { asked, companyOf, fit, resized, usual } from "../src/screens/wishes.ts";
import { clockText, isShort } from "../src/table/clock.ts";
import {
  endsOfTurns,
  type Frame,
  running,
  scale,
  scorePath,
  stepAt,
  ticks,
} from "../src/table/graph.ts";
import { readLink } from "../src/table/invitations.ts";
import { QUIET, qrPath } from "../src/table/qr.ts";
import {
  factsOf,
  scoresAt,
  stopAfter,
  stopsOf,
  turnAt,
  turnStep,
  turnsOver,
} from "../src/table/timeline.ts";

const STEPS: GameTold = {
  key: "seven_steps",
  edition: "1",
  seats: [2, 3, 4],
  options: { face: ["plain", "mixed"], layout: ["standard", "mask"] },
  levels: ["apprentice", "builder"],
};

describe("wishes for a table", () => {
  it("are usual where nothing was kept", () => {
    expect(asked("pagoda", usual("computer", "builder"), " Anne ")).toEqual({
      game: "pagoda",
      seats: [
        { kind: "me", name: "Anne" },
        { kind: "computer", level: "builder" },
      ],
      options: {},
      start: "random",
      public: false,
      undo: "free",
    });
    expect(asked("pagoda", usual("friend", "builder"), "").seats).toEqual([
      { kind: "me" },
      { kind: "open" },
    ]);
  });
  it("that were kept are made fit for the game", () => {
    const kept = {
      ...usual("device", "gone"),
      options: { face: "mixed", layout: "lost", old: "x" },
      first: 7,
    };
    const found = fit(kept, "device", "builder", STEPS);
    expect(found.options).toEqual({ face: "mixed", layout: "standard" });
    expect(found.first).toBe("random");
    expect(found.seats.map((seat) => seat.level)).toEqual(["builder", "builder"]);
    expect(fit("nonsense", "computer", "builder", STEPS).seats).toHaveLength(2);
    expect(fit({ seats: [{ kind: "computer" }] }, "computer", "builder").seats[0]!.kind).toBe("me");
  });
  it("keep me when seats are taken away, and grow by the same company", () => {
    const { seats } = usual("friend", "builder");
    const turned = [seats[1]!, seats[1]!, seats[0]!];
    expect(resized(turned, 2, "friend", "builder").map((seat) => seat.kind)).toEqual([
      "me",
      "open",
    ]);
    expect(resized(seats, 4, "friend", "builder").map((seat) => seat.kind)).toEqual([
      "me",
      "open",
      "open",
      "open",
    ]);
  });
  it("carry a clock in the server's units", () => {
    const wish = {
      ...usual("computer", "builder"),
      clock: "seconds" as const,
      turn: 30,
      bank: 5,
      first: 1,
    };
    expect(asked("pagoda", wish, "")).toMatchObject({
      start: "first",
      first: 1,
      clock: { turn: 30, bank: 300, at_zero: "computer" },
    });
    expect(asked("pagoda", { ...wish, clock: "days", days: 3 }, "").clock).toEqual({
      days: 3,
      at_zero: "computer",
    });
  });
  it("know the company of an address", () => {
    expect([companyOf("friend"), companyOf("<x>")]).toEqual(["friend", "computer"]);
  });
});

describe("the graph of scores", () => {
  const frame: Frame = { width: 120, height: 60, left: 10, right: 10, top: 0, bottom: 10 };
  const scores = [
    [0, 0],
    [5, 10],
    [20, 10],
  ];
  it("stands in its frame", () => {
    const { x, y } = scale(scores, frame);
    expect([x(0), x(2)]).toEqual([10, 110]);
    expect([y(0), y(20)]).toEqual([50, 0]);
    expect(scorePath(scores, 0, frame)).toBe("M10 50L60 37.5L110 0");
    expect([stepAt(0, 3, frame), stepAt(61, 3, frame), stepAt(500, 3, frame)]).toEqual([0, 1, 2]);
  });
  it("has numbers that people can read, and room below nothing", () => {
    expect(ticks(0, 100)).toEqual([0, 50, 100]);
    expect(ticks(0, 7)).toEqual([0, 2, 4, 6]);
    expect(scale([[-3], [2]], frame).least).toBe(-3);
  });
  it("adds up what was gained", () => {
    expect(running([[1, 0], undefined, [0, -2]], [5, 5])).toEqual([
      [5, 5],
      [6, 5],
      [6, 5],
      [6, 3],
    ]);
  });
});

describe("the search", () => {
  it("ignores case and accents and keeps the length", () => {
    expect(bare("Étage Œuf")).toHaveLength("Étage Œuf".length);
    expect(holds("Un Étage de quatre colonnes", wordsOf("colonnes  etage"))).toBe(true);
    expect(holds("La couleur de l’étage", wordsOf("l'etage"))).toBe(true);
    expect(holds("Un étage", wordsOf("toit"))).toBe(false);
  });
  it("marks every place", () => {
    expect(parts("tile, Tile", ["tile"])).toEqual([
      { text: "tile", found: true },
      { text: ", ", found: false },
      { text: "Tile", found: true },
    ]);
  });
});

describe("the resting places of a replay", () => {
  const move = (seat: number, turn: number, score: number): RecordTold["moves"][number] => ({
    seat,
    words: `w${seat}${turn}`,
    fields: { kind: "end" },
    things: [],
    turn,
    scores: [score, 0],
    events: [],
  });
  const record: RecordTold = {
    game: "pagoda",
    seats: 2,
    names: ["a", "b"],
    options: {},
    date: "2026-01-01",
    winners: [0],
    moves: [
      move(-1, 0, 0),
      move(0, 1, 1),
      move(0, 1, 3),
      move(-1, 1, 3),
      move(1, 2, 3),
      move(0, 3, 4),
    ],
    kinds: [],
    levels: [],
    resigned: [],
    ended: null,
  };
  const stops = stopsOf(record);
  it("are decisions and the end", () => {
    expect(stops).toEqual([1, 2, 4, 5, 6]);
    expect(stops.map((at) => turnAt(record, at))).toEqual([1, 1, 2, 3, 3]);
    expect([
      stopAfter(stops, 0),
      stopAfter(stops, 1),
      stopAfter(stops, 2),
      stopAfter(stops, 5),
    ]).toEqual([0, 1, 2, 4]);
    expect(scoresAt(record, stops).map(([mine]) => mine)).toEqual([0, 1, 3, 3, 4]);
  });
  it("are reached by turns too", () => {
    expect([
      turnStep(record, stops, 0, 1),
      turnStep(record, stops, 2, 1),
      turnStep(record, stops, 4, 1),
    ]).toEqual([2, 3, 4]);
    expect([
      turnStep(record, stops, 1, -1),
      turnStep(record, stops, 2, -1),
      turnStep(record, stops, 0, -1),
    ]).toEqual([0, 0, 0]);
  });
  it("tell the scores of a turn with those of its last decision", () => {
    const rows = endsOfTurns(scoresAt(record, stops), turnsOver(record, stops));
    expect(rows.map(({ turn, scores }) => [turn, scores[0]])).toEqual([
      [0, 0],
      [1, 3],
      [2, 3],
      [3, 4],
    ]);
  });
  it("tell what each move gained", () => {
    expect(factsOf(record).map((fact) => fact.gained)).toEqual([
      undefined,
      [1, 0],
      [2, 0],
      undefined,
      undefined,
      [1, 0],
    ]);
  });
});

describe("times", () => {
  it("are written as clocks", () => {
    expect([clockText(8.2), clockText(75), clockText(3720), clockText(-3)]).toEqual([
      "0:09",
      "1:15",
      "1:02:00",
      "0:00",
    ]);
    expect([isShort(9, 60), isShort(20, 60), isShort(50, 86_400)]).toEqual([true, false, true]);
  });
  it("are days of the calendar", () => {
    const noon = new Date(2026, 5, 15, 12).getTime() / 1000;
    expect(daysAgo(noon - 13 * 3600, noon)).toBe(1);
    expect([dayText(noon, "en", noon), dayText(noon - 86_400, "fr", noon)]).toEqual([
      "today",
      "hier",
    ]);
    expect(dayText(noon - 10 * 86_400, "en", noon)).toBe("Jun 5");
  });
});

describe("links and files", () => {
  const [id, token] = ["U3lhDFn_ydkICjCJq5k_tQ", "sPEc52hQ1YOo5xRF0oLwNQ"];
  it("are read from whatever was pasted", () => {
    expect(readLink(` https://games.example/table/${id}#${token}\n`)).toEqual({ id, token });
    expect(readLink(`/table/${id}`)).toEqual({ id, token: "" });
    expect([
      readLink("https://games.example/"),
      readLink(`/table/${id}#<script>`),
      readLink(""),
    ]).toEqual([null, null, null]);
  });
  it("become a QR code of one path, with its quiet margin", () => {
    const { path, size } = qrPath(`https://games.example/table/${id}#${token}`);
    expect(size).toBeGreaterThan(25 + 2 * QUIET);
    expect(path.startsWith(`M${QUIET} ${QUIET}h7v1h-7z`)).toBe(true);
  });
  it("are text or JSON", () => {
    expect([kindOf(' {"game": 1}'), kindOf("colonnade record 1")]).toEqual([
      "application/json",
      "text/plain",
    ]);
  });
});

describe("addresses", () => {
  it("lead to screens", async () => {
    vi.stubGlobal("location", { pathname: "/", hash: "", search: "" });
    const { placeOf } = await import("../src/places.ts");
    expect(placeOf("/rules", "")).toEqual({
      screen: "rules",
      game: "pagoda",
      rule: "",
      numbers: false,
    });
    expect(placeOf("/rules/seven_steps/numbers", "#rule-T4.1")).toEqual({
      screen: "rules",
      game: "seven_steps",
      rule: "T4.1",
      numbers: true,
    });
    expect(placeOf("/learn", "")).toEqual({ screen: "learn", game: null });
    expect(placeOf("/learn/pagoda", "")).toEqual({ screen: "learn", game: "pagoda" });
    expect(placeOf("/learn/pagoda/columns", "")).toEqual({
      screen: "lesson",
      game: "pagoda",
      key: "columns",
    });
    expect(placeOf("/learn/chess", "").screen).toBe("lost");
    expect(placeOf("/rules/chess", "").screen).toBe("lost");
    expect(placeOf("/study", "").screen).toBe("records");
    expect(placeOf("/table/abc/replay", "")).toEqual({ screen: "replay", of: "table", id: "abc" });
  });
});

describe("company", () => {
  const told = (turn: number, bank = 0) => ({ turn, bank, at_zero: "computer" as const });
  it("is asked for by a table that is open to anybody, with free seats alone", () => {
    const open = usual("anybody", "builder");
    expect(asked("pagoda", open, "")).toMatchObject({ open: true });
    expect(asked("pagoda", usual("friend", "builder"), "")).not.toHaveProperty("open");
    const seats = open.seats.map((one) =>
      one.kind === "open" ? { ...one, kind: "computer" as const } : one,
    );
    expect(asked("pagoda", { ...open, seats }, "")).not.toHaveProperty("open");
  });
  it("is never watched where nobody may look", () => {
    const hidden = { ...usual("friend", "builder"), public: true, spectators: false };
    expect(asked("pagoda", hidden, "")).toMatchObject({ public: false, spectators: false });
  });
  it("knows the clocks of quick pairing again as the lobby tells them", () => {
    for (const name of CLOCKS) {
      const { turn, days } = clockWish(name);
      expect(clockName(told(turn ?? (days ?? 0) * 86_400))).toBe(name);
    }
    expect([clockName(null), clockName(told(31)), clockName(told(30, 60))]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
