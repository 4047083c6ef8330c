// Built, never edited: `make types` writes it anew, by tools/typescript.py.
// From server/wire*.py, server/wishes.py, contract/{touch,event}.py and teaching/text.py.

import type { Fields, GameKey, View } from "./games.ts";

export const NAME_LENGTH = 40;
export const ANNOUNCEMENT_LENGTH = 280;
export const MOST_MOVES = 64;
export const MOST_LINE = 40;
export const PHRASES = [
  "hello", "good_luck", "one_moment", "good_move", "thank_you", "well_played", "again", "goodbye",
] as const;

export type AtZero = "computer" | "resign";
export type Effect = "draws" | "ends_turn" | "ends_game";
export type EntryKind =
  | "move"
  | "undo"
  | "resign"
  | "leave"
  | "replace"
  | "return"
  | "pause"
  | "resume"
  | "tie"
  | "abandon";
export type WishKind = "undo" | "pause" | "resume" | "tie" | "abandon" | "replace" | "open";
export type UndoRule = "ask" | "free" | "none";
export type DeviceKind = "phone" | "tablet" | "computer" | "program";
export type WayKind = "link" | "recovery";
export type Color =
  | "red"
  | "blue"
  | "green"
  | "yellow"
  | "purple"
  | "orange"
  | "turquoise"
  | "black"
  | "white";
export type Language = "en" | "fr";
export type SeatKind = "person" | "device" | "computer" | "open";
export type Phrase = (typeof PHRASES)[number];
export type Ending = "tie" | "abandon";
export type Kinds = "person" | "computer" | "open";
export type LeagueState = "open" | "running" | "over";
export type GameState = "waiting" | "playing" | "over";
export type AddressKind = "wifi" | "cable" | "network" | "name";
export type Verdict = "open" | "right" | "wrong" | "done";
export type Uncounted =
  | "no_result"
  | "abandoned"
  | "tied"
  | "empty"
  | "guest"
  | "unknown"
  | "twice"
  | "left"
  | "later"
  | "level"
  | "taken_back"
  | "early";

/** Some equal pieces that a move pays or takes: where they lie, and through which ability. */
export interface Pieces {
  color: string;
  count?: number;
  source?: string;
  ability?: string;
}

/** A piece that travels between two places, which have the names of the page's marks. */
export interface Moved {
  piece: Record<string, string | number>;
  origin: string;
  target: string;
  count?: number;
}

/** Something that everybody may know, as a locale key with its fields and the rule's number. */
export interface Event {
  event: string;
  rule: string;
  seat?: number;
  points?: number;
  fields?: Record<string, string | number>;
}

/** The same words in each language; a test holds its fields to `LANGUAGES`. */
export interface Text {
  en: string;
  fr: string;
}

/** A clock: seconds (or days) for each turn, and a bank for the whole game. */
export interface ClockWish {
  turn?: number | null;
  days?: number | null;
  bank?: number;
  at_zero?: AtZero;
}

/** Who shall sit here: me, somebody invited, another person on my device, or a computer. */
export interface SeatWish {
  kind: "computer" | "device" | "me" | "open";
  name?: string;
  level?: string | null;
}

/** A table to be made. */
export interface TableWish {
  game: GameKey;
  seats: SeatWish[];
  options?: Record<string, string>;
  start?: "first" | "random";
  first?: number;
  public?: boolean;
  open?: boolean;
  spectators?: boolean;
  clock?: ClockWish | null;
  undo?: UndoRule;
}

/** A move: the ply it answers, and its words. */
export interface MoveWish {
  ply: number;
  move: string;
  seat?: number | null;
}

/** A question for advice: the ply it is about. */
export interface HintWish {
  ply: number;
  seat?: number | null;
}

/** A question for advice about a position of a record: how many moves lead to it. */
export interface StudyWish {
  at: number;
}

/** Moves to be tried from a position of a record, and through whose eyes; without, all open. */
export interface LineWish {
  at: number;
  moves: string[];
  seat?: number | null;
}

/** A position of a record to play on from: my seat, else that on turn; computers elsewhere. */
export interface PlayOnWish {
  at: number;
  seat?: number | null;
  name?: string;
  level?: string | null;
}

/** A turn of a record to be made once more: where it begins, and the moves so far. */
export interface TryWish {
  at: number;
  moves?: string[];
}

/** A learner's moves from where an exercise begins; only the last one may be wrong. */
export interface ExerciseWish {
  moves?: string[];
}

/** A wish to take back: down to so many moves, or one's own last move. */
export interface UndoWish {
  ply: number;
  length?: number | null;
  seat?: number | null;
}

/** The answer to a wish to take back: for the one with this length, told at this revision. */
export interface UndoAnswer {
  ply: number;
  length: number;
  revision: number;
  agree: boolean;
}

/** A wish that the others must agree to: what it is, and about which seat or length. */
export interface AgreementWish {
  ply: number;
  kind: WishKind;
  length?: number | null;
  other?: number | null;
  seat?: number | null;
}

/** The answer to a wish: for the one that was told so, at this revision. */
export interface AgreementAnswer {
  ply: number;
  kind: WishKind;
  revision: number;
  agree: boolean;
  length?: number | null;
  other?: number | null;
}

/** A seat to be taken by its invitation or personal link; of an open table, without either. */
export interface JoinWish {
  token?: string | null;
  name?: string;
}

/** Another name for a seat. */
export interface NameWish {
  name: string;
}

/** To whom a seat is left. */
export interface LeaveWish {
  to?: "computer" | "open";
  level?: string | null;
}

/** Which computer player shall sit down. */
export interface LevelWish {
  level?: string | null;
}

/** What shall change about one's player; without a player, one is made. */
export interface PlayerWish {
  name?: string | null;
  color?: Color | null;
  lang?: Language | null;
}

/** Whether no player is to be kept of this device: only its cookie. */
export interface AloneWish {
  alone: boolean;
}

/** What opens a player: the token of a link, or its four words, or twelve recovery words. */
export interface KeyWish {
  token?: string | null;
  words?: string | null;
}

/** A player to come to; `bring` says that the games of this device's own player come along. */
export interface EnterWish {
  token?: string | null;
  words?: string | null;
  bring?: boolean;
}

/** Where a browser's push service is, and for whom to encrypt: what its `subscribe` gave. */
export interface SubscriptionWish {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** When one wants no notices: minutes of the day, perhaps past midnight, in a time zone. */
export interface QuietWish {
  start: number;
  until: number;
  zone: string;
}

/** Lessons that were done, by game. */
export interface LessonsWish {
  done: Partial<Record<GameKey, string[]>>;
}

/** An error: its type, its text in the client's language, and its fields. */
export interface Problem {
  error: string;
  text: string;
  fields: Record<string, unknown>;
}

/** A seat's token, shown once, and the link that carries it. */
export interface Invitation {
  seat: number;
  token: string;
  link: string;
}

/** A table that was made. */
export interface TableMade {
  id: string;
  link: string;
  seats: number[];
  invitations: Invitation[];
}

/** A write that is saved: where the table stands now. */
export interface Done {
  ply: number;
  revision: number;
}

/** What came of a wish to take back. */
export interface Undone {
  ply: number;
  revision: number;
  undone: boolean;
}

/** What came of a wish. */
export interface Wished {
  ply: number;
  revision: number;
  done: boolean;
}

/** A seat that was taken. */
export interface Joined {
  ply: number;
  revision: number;
  seat: number;
}

/** A seat that was left; to somebody new, with the invitation. */
export interface Left {
  ply: number;
  revision: number;
  invitation: Invitation | null;
}

/** A seat as everybody sees it. */
export interface SeatTold {
  kind: SeatKind;
  name: string;
  level: string | null;
  present: boolean;
  resigned: boolean;
  stand_in: boolean;
  seen: number | null;
  bot: boolean;
}

/** A fact of the log as a watcher saw it. */
export interface Told {
  ply: number;
  seat: number;
  kind?: EntryKind;
  words?: string;
  fields?: Fields;
  turn?: number;
  gained?: number[];
  things?: string[];
  moved?: Moved[];
  events?: Event[];
  taken?: boolean;
  length?: number | null;
  drawn?: boolean;
}

/** A legal move: what it is, and what it does before anything is drawn. */
export interface Offer {
  words: string;
  fields: Fields;
  points: number[];
  things: string[];
  effects?: Effect[];
  pays?: Pieces[];
  takes?: Pieces[];
  earns?: string[];
}

/** A move of a plan or of an answer to it. */
export interface PlanMove {
  words: string;
  fields: Fields;
  points: number;
  things: string[];
}

/** A true sentence about a plan: its text's key, its fields, and what it speaks of. */
export interface ReasonTold {
  reason: string;
  fields: Record<string, string | number>;
  things: string[];
}

/** What the strongest player would do with a whole turn, and why; for the seat that asked. */
export interface PlanTold {
  moves: PlanMove[];
  points: number;
  win: number;
  margin: number;
  share: number;
  visits: number;
  ends_turn: boolean;
  reasons: ReasonTold[];
  answer: PlanMove[];
  answer_seat: number | null;
  exact: boolean;
}

/** Why a visible thing cannot be used now. */
export interface Refused {
  thing: string;
  reason: string;
  rule: string;
  fields?: Record<string, string | number>;
}

/** The clock: its settings, what is left, and when the seat on turn runs out. */
export interface ClockTold {
  turn: number;
  bank: number;
  at_zero: AtZero;
  banks: number[];
  deadline: number | null;
  left: number | null;
}

/** A wish that waits for answers; what an answer must name of it beside its revision. */
export interface ProposalTold {
  seat: number;
  kind: WishKind;
  length: number;
  other: number | null;
  revision: number;
  moves: number;
  agreed: number[];
  asked: number[];
}

/** How a game ended. */
export interface Result {
  scores: number[];
  winners: number[];
  resigned: number[];
  breakdown: Record<string, number>[];
  ended: Ending | null;
}

/** A table as one watcher may know it; every event of a feed is one of these. */
export interface TableEvent {
  table: string;
  game: GameKey;
  ply: number;
  revision: number;
  length: number;
  seat: number | null;
  held: number[];
  actor: number;
  moves: Told[];
  kept: number;
  view: View;
  seats: SeatTold[];
  offers: Offer[] | null;
  refusals: Refused[] | null;
  clock: ClockTold | null;
  proposal: ProposalTold | null;
  result: Result | null;
  reveal: View | null;
  rematch: string | null;
  undo: number | null;
  undo_rule: UndoRule;
  paused: boolean;
  returns: number[];
  absent: number;
  open: boolean;
  spectators: boolean;
}

/** A table in a list. */
export interface TableListed {
  id: string;
  game: GameKey;
  options: Record<string, string>;
  created: number;
  finished: number | null;
  public: boolean;
  seats: SeatTold[];
  held: number[];
  actor: number | null;
  scores: number[];
  turn: number | null;
  left: number | null;
  company: boolean;
  waits: boolean;
  result: Result | null;
}

/** A game that can be played, and how. */
export interface GameTold {
  key: GameKey;
  edition: string;
  seats: number[];
  options: Record<string, string[]>;
  levels: string[];
}

/** A record that was verified and kept. */
export interface Uploaded {
  id: string;
  game: GameKey;
  moves: number;
}

/** A move of a record, and the scores after it. */
export interface MoveTold {
  seat: number;
  words: string;
  fields: Fields;
  turn: number;
  scores: number[];
  things: string[];
  events: Event[];
}

/** A whole record at once: for its log and the graph of its scores. */
export interface RecordTold {
  game: GameKey;
  seats: number;
  names: string[];
  options: Record<string, string>;
  date: string;
  winners: number[];
  moves: MoveTold[];
  kinds: Kinds[];
  levels: string[];
  resigned: number[];
  ended: Ending | null;
}

/** One position of a record: everything lies open, or what one seat could see. */
export interface Replayed {
  game: GameKey;
  at: number;
  moves: number;
  actor: number;
  next: string | null;
  scores: number[];
  view: View;
  facts: Told[];
}

/** A decision of a finished game, in parts of the chance to win; lists go by seat. */
export interface StepTold {
  at: number;
  seat: number;
  best: string;
  fields: Fields;
  chances: number[];
  lost: number[];
  luck: number[];
  things: string[];
  reasons: ReasonTold[];
  line: PlanMove[];
  exact: boolean;
}

/** A turn to learn from: what was played, what was better, and why. */
export interface MomentTold {
  at: number;
  seat: number;
  turn: number;
  played: PlanMove[];
  better: PlanMove[];
  reasons: ReasonTold[];
  cost: number;
  lesson: string | null;
}

/** What was luck and what was lost by choice in a finished game; lists go by seat. */
export interface AnalysisTold {
  steps: StepTold[];
  end: number[];
  luck: number[];
  lost: number[];
  turning_points: number[];
  moments: MomentTold[];
}

/** Company wanted for a game: at a table with so many seats and this clock. */
export interface PairingWish {
  wish: string;
  game: GameKey;
  seats?: number;
  options?: Record<string, string>;
  clock?: ClockWish | null;
  name?: string;
  about?: boolean;
  bots?: boolean;
}

/** A code as somebody heard it, and the name of who comes in by it. */
export interface CodeWish {
  code: string;
  name?: string;
}

/** Who may come in: to the free seats, and to watch; what is left out stays as it is. */
export interface DoorsWish {
  open?: boolean | null;
  spectators?: boolean | null;
}

/** The token of an invitation or a personal link, to look before one sits down. */
export interface InvitedWish {
  token: string;
}

/** Another game for the same people. */
export interface OtherGameWish {
  game: GameKey;
  options?: Record<string, string>;
}

/** A set phrase, said from a seat. */
export interface PhraseWish {
  phrase: Phrase;
  seat?: number | null;
}

/** How a clock is set. */
export interface ClockSet {
  turn: number;
  bank: number;
  at_zero: AtZero;
}

/** A table where anybody may sit down. */
export interface OpenTable {
  id: string;
  game: GameKey;
  options: Record<string, string>;
  clock: ClockSet | null;
  seats: SeatTold[];
  opened: number;
  spectators: boolean;
  held: number[];
}

/** How many look for company at such a table. */
export interface Seeking {
  game: GameKey;
  seats: number;
  clock: ClockSet | null;
  count: number;
}

/** The club of the house, as everybody at home sees it. */
export interface ClubBrief {
  name: string;
  announcement: string;
}

/** Who waits for somebody: the newest open tables, and wishes for company; and the club. */
export interface LobbyTold {
  tables: OpenTable[];
  seeking: Seeking[];
  club: ClubBrief | null;
}

/** What came of a wish for company; without a table, it waits. */
export interface Paired {
  wish: string;
  table: string | null;
}

/** A code to say aloud, and how long it is good; shown once. */
export interface CodeTold {
  code: string;
  until: number;
}

/** Where somebody sits who came in by a code. */
export interface CameIn {
  table: string;
  seat: number;
}

/** A phrase that was said at a table; numbers only ever grow. */
export interface Said {
  number: number;
  seat: number;
  phrase: Phrase;
  time: number;
}

/** The token of a link to the club, and what who comes by it is called. */
export interface ClubWish {
  token: string;
  name?: string;
  club?: string | null;
}

/** The token of a link to the club, to look before one comes in. */
export interface ClubLookWish {
  token: string;
}

/** Another name for the club. */
export interface ClubNameWish {
  name: string;
}

/** What all members shall read; empty takes it away. */
export interface AnnouncementWish {
  text: string;
}

/** Whether a member is a host. */
export interface HostWish {
  host: boolean;
}

/** A league for two at a table: which game, with which options and which clock. */
export interface LeagueWish {
  name: string;
  game: GameKey;
  options?: Record<string, string>;
  clock?: ClockWish | null;
}

/** Two entrants of a league who shall play. */
export interface LeagueGameWish {
  one: number;
  two: number;
}

/** What a link to the club opens, before anything is done. */
export interface ClubWay {
  host: boolean;
  club: string | null;
  by: string;
}

/** A member of the club. */
export interface MemberTold {
  player: string;
  name: string;
  color: Color;
  host: boolean;
  joined: number;
  invited_by: string;
  seen: number | null;
  playing: number;
}

/** What a host says to all. */
export interface Announcement {
  text: string;
  time: number;
  by: string;
}

/** Somebody who plays in a league, and how they stand. */
export interface EntrantTold {
  player: string | null;
  name: string;
  color: Color;
  points: number;
  played: number;
  rank: number;
}

/** A game of a league. */
export interface LeagueGameTold {
  one: number;
  two: number;
  round: number;
  state: GameState;
  table: string | null;
  points: number | null;
}

/** A league; entrants in the order of entering, games by rounds. */
export interface LeagueTold {
  id: string;
  name: string;
  game: GameKey;
  options: Record<string, string>;
  clock: ClockSet | null;
  state: LeagueState;
  created: number;
  started: number | null;
  ended: number | null;
  entrants: EntrantTold[];
  games: LeagueGameTold[];
  you: number | null;
}

/** The club as who asks may know it. */
export interface ClubTold {
  name: string;
  founded: number;
  member: boolean;
  host: boolean;
  you: string | null;
  members: MemberTold[];
  announcement: Announcement | null;
  leagues: LeagueTold[];
}

/** A link by which others become members, shown once. */
export interface ClubInvitation {
  token: string;
  link: string;
  until: number;
}

/** The table of a game of a league. */
export interface TableSet {
  table: string;
}

/** A copy of the house. */
export interface CopyTold {
  name: string;
  made: number;
  bytes: number;
}

/** A number of the server, and what it was in each minute of the last hour, the oldest first. */
export interface Gauge {
  now: number;
  hour: number[];
}

/** How the server is, for its hosts. */
export interface ServerTold {
  version: string;
  tables: Gauge;
  playing: number;
  moves: Gauge;
  thinking: Gauge;
  workers: number;
  disk: number;
  free: number;
  copies: CopyTold[];
  warnings: ("copy" | "disk" | "thinking")[];
}

/** A game that goes on, as far as a host needs to know it. */
export interface HostTable {
  id: string;
  game: GameKey;
  created: number;
  last: number;
  public: boolean;
  seats: string[];
}

/** A line of what is told while a copy is made; the last one has the copy, or what is wrong. */
export interface CopyProgress {
  done: number;
  of: number;
  copy: CopyTold | null;
  problem: string;
}

/** An address of the house, and what people call the network that it is in. */
export interface AddressTold {
  kind: AddressKind;
  origin: string;
}

/** Where friends reach this server, and how long it keeps what they leave. */
export interface HouseTold {
  open: boolean;
  addresses: AddressTold[];
  command: string;
  can_open: boolean;
  keep_days: number;
  keep_records_days: number;
  keep_names_days: number;
  keep_players_days: number;
}

/** A lesson as lists show it. */
export interface LessonNamed {
  game: GameKey;
  key: string;
  title: Text;
  about: Text;
  seconds: number;
  enough: boolean;
  strategy: boolean;
}

/** A lesson in a list. */
export interface LessonListed {
  game: GameKey;
  key: string;
  title: Text;
  about: Text;
  seconds: number;
  enough: boolean;
  strategy: boolean;
  steps: number;
}

/** A few words beside a thing, or a part of the table. */
export interface LabelTold {
  at: string;
  text: Text;
}

/** A step of a lesson: what is said, and perhaps what is to be done. */
export interface LessonStep {
  say: Text;
  task: Text | null;
  show: string[];
  labels: LabelTold[];
  solution: string[];
}

/** A whole lesson but for its positions, which its exercises tell. */
export interface LessonTold {
  game: GameKey;
  key: string;
  title: Text;
  about: Text;
  seconds: number;
  enough: boolean;
  strategy: boolean;
  rules: string[];
  steps: LessonStep[];
}

/** An exercise after some moves, as the learner's seat may know it. */
export interface ExerciseEvent {
  verdict: Verdict;
  points: number;
  view: View;
  actor: number;
  seat: number;
  seats: SeatTold[];
  offers: Offer[];
  refusals: Refused[];
  facts: Told[];
  next: string | null;
  matched: number;
  wanted: number;
  said: Text | null;
}

/** A step of a lesson after some moves. */
export interface LessonEvent {
  verdict: Verdict;
  points: number;
  view: View;
  actor: number;
  seat: number;
  seats: SeatTold[];
  offers: Offer[];
  refusals: Refused[];
  facts: Told[];
  next: string | null;
  matched: number;
  wanted: number;
  said: Text | null;
  step: number;
}

/** A turn of a record that is made once more; when it is over, beside a better one. */
export interface TryEvent {
  verdict: Verdict;
  points: number;
  view: View;
  actor: number;
  seat: number;
  seats: SeatTold[];
  offers: Offer[];
  refusals: Refused[];
  facts: Told[];
  next: string | null;
  matched: number;
  wanted: number;
  said: Text | null;
  game: GameKey;
  turn: number;
  better: PlanMove[];
  win: number | null;
  best: number | null;
  reasons: ReasonTold[];
}

/** How many games of one kind a player has finished, and won. */
export interface Tally {
  game: GameKey;
  seats: number;
  played: number;
  won: number;
}

/** A player as its own devices see it. */
export interface PlayerTold {
  id: string;
  name: string;
  color: Color;
  lang: Language;
  created: number;
  printed: number | null;
  devices: number;
  lessons: Partial<Record<GameKey, string[]>>;
  results: Tally[];
  bot: boolean;
}

/** The player of the device that asks, if it has one; and whether it wants none. */
export interface Me {
  player: PlayerTold | null;
  alone: boolean;
}

/** A device of one's player. */
export interface DeviceTold {
  mark: string;
  name: string;
  kind: DeviceKind;
  browser: string;
  created: number;
  seen: number;
  here: boolean;
}

/** A bot of one's own: a player that a program plays, by a token. */
export interface BotTold {
  id: string;
  mark: string;
  name: string;
  created: number;
  seen: number;
}

/** A bot with its token, which is shown once. */
export interface BotMade {
  bot: BotTold;
  token: string;
}

/** When a player wants no notices. */
export interface QuietTold {
  start: number;
  until: number;
  zone: string;
}

/** How one is told of turns: the key of this house, on which devices, and when not. */
export interface NoticesTold {
  key: string;
  here: boolean;
  devices: number;
  quiet: QuietTold | null;
}

/** A device that is told of turns, and by whose push service. */
export interface SubscriptionTold {
  mark: string;
  service: string;
  created: number;
}

/** A way in for one more device, shown once: as a link, and in words. */
export interface LinkMade {
  token: string;
  link: string;
  words: string[];
  until: number;
}

/** Words that bring a player back when all devices are lost, shown once. */
export interface RecoveryMade {
  words: string[];
  printed: number;
}

/** Whom a link or words open, before anything is done. */
export interface WayIn {
  kind: WayKind;
  name: string;
  color: Color;
}

/** What was deleted, and what stays: games of others, without the name. */
export interface Forgotten {
  deleted: number;
  kept: number;
}

/** A game of one's own: of a finished one everything, of others what one's seats have seen. */
export interface GameExported {
  table: string;
  seats: number[];
  created: number;
  finished: number | null;
  result: Result | null;
  record: unknown | null;
}

/** A game of one's own that counts for ratings: strength before and after, and its doubt. */
export interface RatedExported {
  table: string;
  game: GameKey;
  seats: number;
  finished: number;
  place: number;
  mu: number;
  sigma: number;
  mu_after: number;
  sigma_after: number;
}

/** All that is kept of a player, or of a device that keeps none. */
export interface Exported {
  format: number;
  made: number;
  player: PlayerTold | null;
  devices: DeviceTold[];
  games: GameExported[];
  uploads: unknown[];
  ratings: RatedExported[];
  bots: BotTold[];
  told: SubscriptionTold[];
  quiet: QuietTold | null;
}

/** A line of the leaderboard; whose rating is provisional has no place. */
export interface Standing {
  place: number | null;
  player: string;
  name: string;
  color: Color;
  rating: number;
  doubt: number;
  provisional: boolean;
  games: number;
  month: number;
  mine: boolean;
}

/** How strong a computer player is. */
export interface LevelTold {
  level: string;
  rating: number;
  doubt: number;
}

/** A game with so many seats, and how many players have a rating in it. */
export interface RatedGroup {
  game: GameKey;
  seats: number;
  players: number;
}

/** The strongest of the house first, then those of whom too little is known. */
export interface Leaderboard {
  game: GameKey;
  seats: number;
  bots: boolean;
  players: number;
  others: number;
  standings: Standing[];
  levels: LevelTold[];
  groups: RatedGroup[];
}

/** A rating after a game. */
export interface RatingPoint {
  time: number;
  rating: number;
  doubt: number;
}

/** A player's rating in a game with so many seats, and between which levels it stands. */
export interface RatingTold {
  game: GameKey;
  seats: number;
  rating: number;
  doubt: number;
  provisional: boolean;
  games: number;
  place: number | null;
  players: number;
  month: number;
  below: string | null;
  above: string | null;
  history: RatingPoint[];
}

/** What anybody may know of a player. */
export interface PublicPlayer {
  id: string;
  name: string;
  color: Color;
  bot: boolean;
  ratings: RatingTold[];
  results: Tally[];
}

/** How one has done where a computer level or another person played. */
export interface Rival {
  level: string | null;
  name: string;
  seats: number;
  played: number;
  won: number;
}

/** What one's points come from in a game, beside what the levels' do. */
export interface Sources {
  game: GameKey;
  seats: number;
  games: number;
  points: Record<string, number>;
  levels: Record<string, Record<string, number>>;
}

/** A finished game: what luck and choices did, and what it meant for the rating. */
export interface GameLooked {
  table: string;
  game: GameKey;
  seats: number;
  finished: number;
  won: boolean;
  luck: number | null;
  lost: number | null;
  change: number | null;
  uncounted: Uncounted | null;
}

/** A way to play a game: the options that are not as usual, and how often that was. */
export interface Variant {
  game: GameKey;
  options: Record<string, string>;
  played: number;
}

/** A player's own statistics. */
export interface Statistics {
  games: number;
  ratings: RatingTold[];
  rivals: Rival[];
  sources: Sources[];
  last: GameLooked[];
  pending: number;
  variants: Variant[];
}

/** What a game meant for a seat: nothing for computer players. */
export interface RatedSeat {
  before: number;
  after: number;
  provisional: boolean;
}

/** Whether a finished game counts for ratings, what it changed by seat, or why it does not. */
export interface RatedTable {
  counts: boolean;
  uncounted: Uncounted | null;
  seats: (RatedSeat | null)[];
}
