/** The page's boards and the pictures of notebooks have one geometry: tests/test_page_shapes.py. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fixedVariables, spaceVariables, themeVariables } from "../plugins/tokens.ts";
import * as pagoda from "../src/games/pagoda/geometry.ts";
import * as steps from "../src/games/seven_steps/geometry.ts";
import { scene } from "../src/games/seven_steps/layout.ts";
import * as pavilion from "../src/games/summer_pavilion/geometry.ts";
import { STARS } from "../src/gen/summer_pavilion.ts";

const TABLE = JSON.parse(readFileSync(new URL("./shapes.json", import.meta.url), "utf-8"));
const ALL = JSON.parse(
  readFileSync(new URL("../../src/colonnade/tokens.json", import.meta.url), "utf-8"),
);
const NUMBER = /-?\d+(?:\.\d+)?(?:e-\d+)?/g;

/** Every point lies where the table says, to a hundredth of a px. */
function keeps(found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  expect(one.replaceAll(NUMBER, "#")).toBe(other.replaceAll(NUMBER, "#"));
  const [is, shall] = [one, other].map((text) => (text.match(NUMBER) ?? []).map(Number));
  is!.forEach((value, i) =>
    expect(Math.abs(value - shall![i]!), `number ${i}: ${value}, ${shall![i]}`).toBeLessThan(0.011),
  );
}

test("pagodas", () => {
  const column = (radius: number, height: number): unknown[] => {
    const { base, shaft, capital, glyph } = pagoda.columnShape(radius, height);
    return [base, shaft, capital, glyph.x, glyph.y, glyph.r];
  };
  const { top: _, ...roof } = pagoda.roofOn(2);
  const { top: __, ...high } = pagoda.roofOn(3);
  keeps([0, 1, 2, 3].map(pagoda.floorAt), TABLE.pagoda.floors);
  keeps([0, 1, 2].map(pagoda.tileOn), TABLE.pagoda.tiles);
  keeps([roof, high], TABLE.pagoda.roofs);
  keeps([column(8.6, 40), column(7, 19)], TABLE.pagoda.columns);
  keeps([3, 4].map(pagoda.wholeHeight), TABLE.pagoda.whole);
});

test("boards of 7 Steps", () => {
  const { top, hex, arrow, ...boards } = TABLE.seven_steps;
  expect(Object.keys(boards)).toHaveLength(8);
  for (const [name, wanted] of Object.entries(boards)) {
    const [layout, turns] = name.split(" ");
    const { spots, slabs, box } = scene(layout as steps.Layout, Number(turns), steps.WIDE);
    keeps(
      {
        spots: spots.map((spot) => [spot.name, spot.x, spot.y]),
        slabs: slabs.map((slab) => [slab.place, slab.path]),
        box: [box.x, box.y, box.width, box.height],
      },
      wanted,
    );
  }
  const at = steps.topOf({ name: "a0", q: 0, r: 0, x: 10, y: 20 }, 3, steps.WIDE);
  keeps([at.x, at.y], top);
  keeps(steps.corners(10, 20, steps.WIDE.k, steps.INSET), hex);
  keeps(steps.arrow({ x: 0, y: 0 }, { x: 90, y: -40 }, steps.WIDE.k), arrow);
});

test("boards of Summer Pavilion", () => {
  const point = ({ x, y }: pavilion.Point): number[] => [x, y];
  const { stars, spaces, structures, corners, board, outline, tiles } = TABLE.summer_pavilion;
  keeps(
    STARS.map((star) => point(pavilion.starCenter(star))),
    stars,
  );
  keeps(
    STARS.flatMap((star) =>
      pavilion.POSITIONS.map((position) => [
        ...point(pavilion.spaceCenter(star, position)),
        pavilion.direction(star, position),
      ]),
    ),
    spaces,
  );
  keeps(
    pavilion.STRUCTURES.map(({ kind, tiles, at }) => [kind, tiles, ...point(at)]),
    structures,
  );
  keeps(pavilion.CORNERS.map(point), corners);
  keeps([pavilion.BOARD.width, pavilion.BOARD.height], board);
  keeps(pavilion.outline(60, 30, 0.93), outline);
  const shape = (facing: number): unknown => {
    const { body, bevels, face, line, dots } = pavilion.tileShape(60, facing);
    return {
      body,
      bevels: bevels.map(({ path, light }) => [path, light]),
      face,
      line,
      dots: dots.map(point),
    };
  };
  keeps([-90, 30, 150].map(shape), tiles);
});

test("colors have one name in the style sheet and in pictures", () => {
  const sheet = ["light", "dark"].map(
    (theme) =>
      new Set([
        ...themeVariables(ALL.theme[theme]),
        ...spaceVariables(ALL.pieces.colors, theme),
        ...fixedVariables(ALL),
      ]),
  );
  const names = Object.entries(TABLE.tokens as Record<string, [string, string]>);
  expect(names.length).toBeGreaterThan(100);
  for (const [name, colors] of names)
    colors.forEach((color, i) => expect(sheet[i]).toContain(`--${name}: ${color}`));
});
