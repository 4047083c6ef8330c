/** Where teaching pills and the pointer stand beside what they speak of. Pure. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A pill, and the dotted line that joins it to its thing. */
export interface Pill extends Box {
  text: string;
  from: readonly [number, number];
  to: readonly [number, number];
}

export const PILL = 30; // px high
const LETTER = 7.3; // px of a letter's width, generously
const PADDING = 26;
const AWAY = 34; // px between a pill and its thing
const APART = 5;
const POINTER = { width: 34, height: 44, away: 6 };

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + APART &&
  b.x < a.x + a.width + APART &&
  a.y < b.y + b.height + APART &&
  b.y < a.y + a.height + APART;

const inside = (a: Box, room: Box): boolean =>
  a.x >= room.x &&
  a.y >= room.y &&
  a.x + a.width <= room.x + room.width &&
  a.y + a.height <= room.y + room.height;

const within = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));

/** The places of a pill beside a thing, the best first: left, right, above, below. */
function around(thing: Box, width: number): Pill[] {
  const middle = thing.y + thing.height / 2;
  const center = thing.x + thing.width / 2;
  const beside = { y: middle - PILL / 2, width, height: PILL, text: "" };
  const over = { x: center - width / 2, width, height: PILL, text: "" };
  const [left, right] = [thing.x - AWAY - width, thing.x + thing.width + AWAY];
  const [above, below] = [thing.y - AWAY / 2 - PILL, thing.y + thing.height + AWAY / 2];
  return [
    { ...beside, x: left, from: [left + width, middle], to: [thing.x, middle] },
    { ...beside, x: right, from: [right, middle], to: [thing.x + thing.width, middle] },
    { ...over, y: above, from: [center, above + PILL], to: [center, thing.y] },
    { ...over, y: below, from: [center, below], to: [center, thing.y + thing.height] },
  ];
}

/** A pill moved into the room, where none of its places is free. */
function pushed(pill: Pill, room: Box, others: readonly Box[]): Pill {
  const x = within(pill.x, room.x, room.x + room.width - pill.width);
  let y = within(pill.y, room.y, room.y + room.height - PILL);
  for (const other of others)
    if (overlap({ ...pill, x, y }, other)) y = other.y + other.height + APART;
  return { ...pill, x, y, from: [within(pill.from[0], x, x + pill.width), y + PILL / 2] };
}

/** All pills, none over another or over what must stay seen. */
export function pills(
  labels: readonly { text: string; thing: Box }[],
  room: Box,
  seen: readonly Box[] = [],
): Pill[] {
  const found: Pill[] = [];
  for (const { text, thing } of labels) {
    const width = Math.min(room.width, text.length * LETTER + PADDING);
    const tried = around(thing, width);
    const free = tried.find(
      (pill) =>
        inside(pill, room) && ![...found, ...seen, thing].some((other) => overlap(pill, other)),
    );
    found.push({ ...(free ?? pushed(tried[2]!, room, found)), text });
  }
  return found;
}

/** The pointer beside a target: above it, and below where there is no room. */
export function pointer(target: Box, room: Box): Box & { up: boolean } {
  const { width, height, away } = POINTER;
  const x = within(
    target.x + target.width / 2 - width / 2,
    room.x,
    Math.max(room.x, room.x + room.width - width),
  );
  const above = target.y - away - height;
  if (above >= room.y) return { x, y: above, width, height, up: false };
  return { x, y: target.y + target.height + away, width, height, up: true };
}
