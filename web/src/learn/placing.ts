/** Where teaching pills and the pointer stand beside what they speak of. Pure. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a pill says, and of what. */
export interface Label {
  text: string;
  at: string;
  thing: Box;
}

/** A pill, and the dotted line that joins it to its thing. */
export interface Pill extends Box {
  text: string;
  from: readonly [number, number];
  to: readonly [number, number];
}

const PILL = { high: 30, letter: 7.3, padding: 26 }; // px; a letter's width, generously
const SMALL = { high: 23, letter: 6.4, padding: 18 }; // where the room is small
const NARROW = 520; // px: a room that is small
const AWAY = 34; // px between a pill and its thing
const FURTHER = [1, 2, 3.5, 5]; // times as far, rather than over other things
const FAR = 420; // px² that may be hidden rather than go to the next distance
const SIDE = 20; // or to the next side
const APART = 5;
const POINTER = { width: 34, height: 44, away: 6 };
const SMALL_POINTER = { width: 27, height: 35, away: 4 };
const ASIDE = 2; // px by which it is moved until what must be read is free
const WORDS = 8; // how much worse it is to hide words than other things

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

/** The places of a pill around a thing: left, right, above, below, so far away and further. */
function around(thing: Box, width: number, high: number): Pill[] {
  const middle = thing.y + thing.height / 2;
  const center = thing.x + thing.width / 2;
  const beside = { y: middle - high / 2, width, height: high, text: "" };
  const over = { x: center - width / 2, width, height: high, text: "" };
  return FURTHER.flatMap((times): Pill[] => {
    const [left, right] = [thing.x - times * AWAY - width, thing.x + thing.width + times * AWAY];
    const [above, below] = [
      thing.y - (times * AWAY) / 2 - high,
      thing.y + thing.height + (times * AWAY) / 2,
    ];
    return [
      { ...beside, x: left, from: [left + width, middle], to: [thing.x, middle] },
      { ...beside, x: right, from: [right, middle], to: [thing.x + thing.width, middle] },
      { ...over, y: above, from: [center, above + high], to: [center, thing.y] },
      { ...over, y: below, from: [center, below], to: [center, thing.y + thing.height] },
    ];
  });
}

/** How much a place costs: what the pill hides of other things there, and how far it is away. */
function cost(pill: Pill, place: number, crowd: readonly Box[]): number {
  const hidden = crowd.reduce((sum, other) => sum + shared(pill, other), 0);
  return hidden + Math.floor(place / 4) * FAR + (place % 4) * SIDE;
}

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** A pill moved into the room, where none of its places is free. */
function pushed(pill: Pill, room: Box, others: readonly Box[]): Pill {
  const x = within(pill.x, room.x, room.x + room.width - pill.width);
  let y = within(pill.y, room.y, room.y + room.height - pill.height);
  for (const other of others)
    if (overlap({ ...pill, x, y }, other)) y = other.y + other.height + APART;
  return { ...pill, x, y, from: [within(pill.from[0], x, x + pill.width), y + pill.height / 2] };
}

/** Whether one box stands over the other rather than beside it. */
const stacked = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > Math.min(a.width, b.width) / 2;

const stem = (name: string): string => name.replace(/ \S+$/, "");

/**
 * Pills of parts that lie over each other, such as the floors of a lot: at one side, in their order,
 * since a pill that stands higher or lower than its part would speak of another one.
 */
function ladder(labels: readonly Label[], room: Box, seen: readonly Box[]): Pill[] | null {
  const first = labels[0];
  const alike = labels.every(
    ({ at, thing }) => stem(at) === stem(first!.at) && stacked(thing, first!.thing),
  );
  if (labels.length < 2 || !alike) return null;
  const { high } = sizes(room);
  const wide = Math.max(...labels.map(({ text }) => widthOf(text, room)));
  const left = Math.min(...labels.map(({ thing }) => thing.x)) - AWAY - wide;
  const right = Math.max(...labels.map(({ thing }) => thing.x + thing.width)) + AWAY;
  const sorted = [...labels].sort((a, b) => middleOf(b.thing) - middleOf(a.thing)); // lowest first
  const sides = [left, right].map((x) => {
    let top = Infinity;
    return sorted.map(({ text, thing }): Pill => {
      const y = Math.min(middleOf(thing) - high / 2, top - APART - high);
      top = y;
      const [from, to] = x === left ? [x + wide, thing.x] : [x, thing.x + thing.width];
      const at: Pill["from"] = [from, y + high / 2];
      return { x, y, width: wide, height: high, text, from: at, to: [to, middleOf(thing)] };
    });
  });
  const fits = (pill: Pill): boolean =>
    inside(pill, room) && !seen.some((other) => overlap(pill, other));
  return sides.find((pills) => pills.every(fits)) ?? null;
}

const middleOf = (box: Box): number => box.y + box.height / 2;
const sizes = (room: Box): typeof PILL => (room.width < NARROW ? SMALL : PILL);
const widthOf = (text: string, room: Box): number =>
  Math.min(room.width, text.length * sizes(room).letter + sizes(room).padding);

/** All pills, none over another or over what must stay seen, and as little as can be over the rest. */
export function pills(
  labels: readonly Label[],
  room: Box,
  seen: readonly Box[] = [],
  crowd: readonly Box[] = [],
): Pill[] {
  const inOrder = ladder(labels, room, seen);
  if (inOrder) return inOrder;
  const found: Pill[] = [];
  for (const { text, thing } of labels) {
    const tried = around(thing, widthOf(text, room), sizes(room).high);
    const costs = tried.map((pill, place) =>
      inside(pill, room) && ![...found, ...seen, thing].some((other) => overlap(pill, other))
        ? cost(pill, place, crowd)
        : Infinity,
    );
    const least = Math.min(...costs);
    const best = least < Infinity ? tried[costs.indexOf(least)] : undefined;
    found.push({ ...(best ?? pushed(tried[2]!, room, found)), text });
  }
  return found;
}

/** The pointer, drawn pointing down, and by how much it is turned: it may stand at any side. */
export interface Pointer extends Box {
  turn: 0 | 90 | 180 | 270;
}

/**
 * The pointer beside a target: over it, unless it would hide words there; then a little aside, or
 * at another side where it hides as little as can be.
 */
export function pointer(
  target: Box,
  room: Box,
  read: readonly Box[] = [],
  crowd: readonly Box[] = [],
): Pointer {
  const { width, height, away } = room.width < NARROW ? SMALL_POINTER : POINTER;
  const [center, middle] = [target.x + target.width / 2, middleOf(target)];
  const kept = (x: number): number =>
    within(x, room.x, Math.max(room.x, room.x + room.width - width));
  const over: Pointer = {
    x: kept(center - width / 2),
    y: target.y - away - height,
    width,
    height,
    turn: 0,
  };
  const tried: Pointer[] = [over];
  for (let aside = ASIDE; aside <= target.width / 2; aside += ASIDE)
    tried.push({ ...over, x: kept(over.x + aside) }, { ...over, x: kept(over.x - aside) });
  // It lies on its side there: as wide as it is high. What is told is its box before it is turned.
  const lying = { width, height, y: middle - height / 2 };
  const swing = (height - width) / 2;
  tried.push(
    { ...over, y: target.y + target.height + away, turn: 180 },
    { ...lying, x: target.x + target.width + away + swing, turn: 90 },
    { ...lying, x: target.x - away - height + swing, turn: 270 },
  );
  const costs = tried.map((one, place) => {
    const box = turned(one);
    const words = read.reduce((sum, other) => sum + shared(box, other), 0);
    const things = one.turn ? crowd.reduce((sum, other) => sum + shared(box, other), 0) : 0;
    return inside(box, room) ? WORDS * words + things + place : Infinity;
  });
  const least = Math.min(...costs);
  return least < Infinity ? tried[costs.indexOf(least)]! : over;
}

/** The box that a pointer takes as it is turned. */
export function turned({ x, y, width, height, turn }: Pointer): Box {
  if (turn % 180 === 0) return { x, y, width, height };
  const swing = (height - width) / 2;
  return { x: x - swing, y: y + swing, width: height, height: width };
}
