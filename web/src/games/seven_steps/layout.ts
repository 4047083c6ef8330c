/** Where the spaces and slabs of a board stand, turned and seen so that they fill their room. Pure. */
import { DIRECTIONS, LAYOUTS, PLACES, type Space, TOWER } from "../../gen/seven_steps.ts";
import {
  type Camera,
  corners,
  DEPTH,
  ground,
  HIGH,
  type Layout,
  outline,
  type Point,
  polygon,
  RADIUS,
  SIDE,
  type Spot,
  turned,
  WIDE,
} from "./geometry.ts";

const SPREAD = 1.03; // of segment centers
const TALLEST = TOWER - 1; // a whole tower dissolves

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Scene {
  spots: Spot[]; // from back to front
  slabs: { place: string; path: string }[]; // the outlines of the segments, from back to front
  box: Box;
  camera: Camera;
}

/** All of a board as it is drawn. */
export function scene(layout: Layout, turns: number, camera: Camera): Scene {
  const { k, disc } = camera;
  const spots: Spot[] = [];
  const slabs: { place: string; path: string; y: number }[] = [];
  LAYOUTS[layout].forEach((center, place) => {
    const [cx, cy] = ground(turned(center, turns), k);
    const hexes: Point[][] = [];
    [[0, 0] as Point, ...DIRECTIONS].forEach((step, digit) => {
      const [q, r] = turned([center[0] + step[0], center[1] + step[1]], turns);
      const [dx, dy] = ground(turned(step, turns), k);
      const [x, y] = [cx * SPREAD + dx, cy * SPREAD + dy];
      spots.push({ name: `${PLACES[place]}${digit}` as Space, q, r, x, y });
      hexes.push(corners(x, y, k));
    });
    slabs.push({
      place: PLACES[place]!,
      path: `M${polygon(outline(hexes)).replaceAll(" ", "L")}Z`,
      y: cy,
    });
  });
  spots.sort((one, two) => one.y - two.y || one.x - two.x);
  slabs.sort((one, two) => one.y - two.y);
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const half = (Math.sqrt(3) / 2) * SIDE;
  const head = TALLEST * disc + RADIUS * k - SIDE * k; // a full tower at the back
  const left = Math.min(...xs) - half - 4;
  const top = Math.min(...ys) - SIDE * k - Math.max(8, head * 0.6);
  return {
    spots,
    slabs,
    camera,
    box: {
      x: left,
      y: top,
      width: Math.max(...xs) + half + 4 - left,
      height: Math.max(...ys) + SIDE * k + DEPTH + 6 - top,
    },
  };
}

/** How large a scene is in a room, as a factor of its units. */
export function scaleIn(box: Box, width: number, height: number): number {
  return Math.min(width / box.width, height / box.height);
}

/** The camera and the turn of the board that make it largest in a room; unturned if that is near. */
export function fitted(layout: Layout, width: number, height: number): Scene {
  const camera = width < 640 && height > width * 0.8 ? HIGH : WIDE;
  const upright = scene(layout, 0, camera);
  if (width <= 0 || height <= 0) return upright;
  const others = [1, 2].map((turns) => scene(layout, turns, camera));
  const best = others.reduce((one, two) =>
    scaleIn(two.box, width, height) > scaleIn(one.box, width, height) ? two : one,
  );
  return scaleIn(best.box, width, height) > 1.12 * scaleIn(upright.box, width, height)
    ? best
    : upright;
}
