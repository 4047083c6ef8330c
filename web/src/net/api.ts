/** The calls of the server, docs/api.md. A refusal becomes a Problem with its text to show. */
import type {
  AgreementAnswer,
  AgreementWish,
  AnalysisTold,
  BotMade,
  BotTold,
  CameIn,
  ClubInvitation,
  ClubTold,
  ClubWay,
  ClubWish,
  CodeTold,
  CodeWish,
  Done,
  DoorsWish,
  DeviceTold,
  EnterWish,
  Forgotten,
  GameTold,
  HintWish,
  HostTable,
  HouseTold,
  Invitation,
  InvitedWish,
  Joined,
  JoinWish,
  LessonEvent,
  LessonListed,
  LeagueWish,
  LessonTold,
  Leaderboard,
  LeaveWish,
  Left,
  LevelWish,
  LineWish,
  LinkMade,
  Me,
  RecordTold,
  MoveWish,
  KeyWish,
  NameWish,
  NoticesTold,
  OtherGameWish,
  Paired,
  PairingWish,
  Phrase,
  PhraseWish,
  PlanTold,
  PlayerWish,
  PlayOnWish,
  Problem as Refusal,
  PublicPlayer,
  QuietWish,
  RatedTable,
  RecoveryMade,
  Replayed,
  Said,
  Statistics,
  ServerTold,
  StudyWish,
  SubscriptionWish,
  TableEvent,
  TableListed,
  TableMade,
  TableSet,
  TableWish,
  TryEvent,
  TryWish,
  Undone,
  UndoWish,
  Uploaded,
  Wished,
  WayIn,
} from "../gen/wire.ts";
import { settings } from "../settings.svelte.ts";
import { language } from "../texts/texts.svelte.ts";
import { told } from "./told.ts";

/** What the server refused, or that it could not be reached. */
export class Problem extends Error {
  constructor(
    readonly error: string,
    text: string,
    readonly status: number,
    readonly fields: Refusal["fields"] = {},
    readonly wait = 0, // ms that the server wants to be left alone
  ) {
    super(text);
  }

  /** Whether it may pass by itself: nobody answers, or only somebody in place of a busy server. */
  get isAway(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

/** Whatever went wrong, as a problem in words. */
export function problemOf(fault: unknown): Problem {
  return fault instanceof Problem
    ? fault
    : new Problem("Fault", language.say("page.error.fault"), -1);
}

/** That the server cannot be reached. */
export const away = (): Problem => new Problem("Away", language.say("page.error.away"), 0);

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  type = "application/json",
): Promise<T> {
  const headers: Record<string, string> = { "accept-language": language.code };
  let payload: BodyInit | undefined;
  if (body !== undefined) {
    headers["content-type"] = type;
    payload = typeof body === "string" ? body : JSON.stringify(body);
  }
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, { method, headers, body: payload, cache: "no-store" });
    text = await answer.text();
  } catch {
    throw away();
  }
  if (!answer.ok) {
    let refusal: Partial<Refusal> = {};
    try {
      refusal = JSON.parse(text);
    } catch {
      // A proxy's page, not ours: its words would not help anyone.
    }
    const said = refusal.text ?? language.say("page.error.status", { status: answer.status });
    const wait = Number(answer.headers.get("retry-after") ?? 0) * 1000 || 0;
    throw new Problem(refusal.error ?? "Unknown", said, answer.status, refusal.fields, wait);
  }
  return (text ? JSON.parse(text) : undefined) as T;
}

const get = <T>(path: string): Promise<T> => call<T>("GET", path);
/** As `get`, unless the document has told it already. */
const first = async <T>(id: string, path: string, meant?: (found: T) => boolean): Promise<T> =>
  told<T>(id, meant) ?? (await get<T>(path));
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);
/** What seats this device: from then on it has a player, unless it wants none. */
async function seating<T>(asked: Promise<T>): Promise<T> {
  const found = await asked;
  settings.seated = true;
  return found;
}
/** A finished table's record, or one that was uploaded. */
const kept = (record: string): string => `/api/records/${encodeURIComponent(record)}`;
const NOTICES = "/api/me/notices";
const eyes = (seat: number | null): string => (seat === null ? "" : `&seat=${seat}`);
const taught = (game: string, key: string): string =>
  `/api/lessons/${game}/${encodeURIComponent(key)}`;
const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => get<GameTold[]>("/api/games"),
  lessons: () => get<LessonListed[]>("/api/lessons"),
  lesson: (game: string, key: string) => get<LessonTold>(taught(game, key)),
  exercise: (game: string, key: string, step: number, moves: readonly string[]) =>
    post<LessonEvent>(`${taught(game, key)}/${step}`, { moves }),
  tables: () => get<TableListed[]>("/api/tables"),
  mine: () => first<TableListed[]>("told-mine", "/api/mine"),
  house: () => get<HouseTold>("/api/house"),
  openHouse: () => post<HouseTold>("/api/house/open"),
  make: (wish: TableWish) => seating(post<TableMade>("/api/tables", wish)),
  look: (table: string, since = 0) =>
    get<TableEvent>(since ? `${at(table)}?since=${since}` : at(table)),
  /** Who sits at a finished table; its moves may be left out. */
  seats: (table: string): Promise<Pick<TableEvent, "seats" | "held">> =>
    first<TableEvent>("told-table", at(table)),
  join: (table: string, token: string, name: string) =>
    seating(post<Joined>(`${at(table)}/seats`, { token, name } satisfies JoinWish)),
  /** Take a free seat of a table that is open to anybody. */
  sit: (table: string, name: string) =>
    seating(post<Joined>(`${at(table)}/seats`, { name } satisfies JoinWish)),
  /** A table as a spectator sees it, by a token that opens a seat. */
  invited: (table: string, token: string) =>
    post<TableEvent>(`${at(table)}/invited`, { token } satisfies InvitedWish),
  seek: (wish: PairingWish) => post<Paired>("/api/pairing", wish),
  stopSeeking: (wish: string) =>
    call<Paired>("DELETE", `/api/pairing?wish=${encodeURIComponent(wish)}`),
  comeIn: (code: string, name: string) =>
    post<CameIn>("/api/codes", { code, name } satisfies CodeWish),
  code: (table: string) => post<CodeTold>(`${at(table)}/code`),
  doors: (table: string, wish: DoorsWish) => post<Done>(`${at(table)}/doors`, wish),
  phrase: (table: string, phrase: Phrase, seat: number | null) =>
    post<Said>(`${at(table)}/phrases`, { phrase, seat } satisfies PhraseWish),
  otherGame: (table: string, wish: OtherGameWish) =>
    post<TableMade>(`${at(table)}/other_game`, wish),
  move: (table: string, ply: number, move: string, seat: number | null) =>
    post<Done>(`${at(table)}/moves`, { ply, move, seat } satisfies MoveWish),
  undo: (table: string, ply: number, length?: number) =>
    post<Undone>(`${at(table)}/undo`, { ply, length } satisfies UndoWish),
  wish: (table: string, wish: AgreementWish) => post<Wished>(`${at(table)}/wishes`, wish),
  answer: (table: string, answer: AgreementAnswer) =>
    post<Wished>(`${at(table)}/wishes/answer`, answer),
  hint: (table: string, ply: number) =>
    post<PlanTold[]>(`${at(table)}/hint`, { ply } satisfies HintWish),
  rename: (table: string, seat: number, name: string) =>
    post<Done>(`${at(table)}/seats/${seat}/name`, { name } satisfies NameWish),
  personalLink: (table: string, seat: number) =>
    post<Invitation>(`${at(table)}/seats/${seat}/link`),
  invitation: (table: string, seat: number) =>
    post<Invitation>(`${at(table)}/seats/${seat}/invitation`),
  fill: (table: string, seat: number, level: string) =>
    post<Done>(`${at(table)}/seats/${seat}/computer`, { level } satisfies LevelWish),
  leave: (table: string, seat: number, to: "computer" | "open", level?: string) =>
    post<Left>(`${at(table)}/seats/${seat}/leave`, {
      to,
      level: level || undefined,
    } satisfies LeaveWish),
  resign: (table: string, seat: number) => post(`${at(table)}/seats/${seat}/resign`),
  comeBack: (table: string, seat: number) => post<Done>(`${at(table)}/seats/${seat}/return`),
  rematch: (table: string) => post<TableMade>(`${at(table)}/rematch`),
  record: (table: string) => get<unknown>(`${at(table)}/record`),
  upload: (text: string, type: "text/plain" | "application/json") =>
    call<Uploaded>("POST", "/api/records", text, type),
  replay: (id: string, position: number, seat: number | null, since: number) =>
    first<Replayed>(
      "told-position",
      `${kept(id)}/replay?at=${position}&since=${since}${eyes(seat)}`,
      ({ at }) => seat === null && at === position,
    ),
  moves: (id: string) => first<RecordTold>("told-record", `${kept(id)}/moves`),
  positions: (id: string) => get<Replayed[]>(`${kept(id)}/positions`),
  study: (id: string, position: number) =>
    post<PlanTold[]>(`${kept(id)}/hint`, { at: position } satisfies StudyWish),
  line: (id: string, wish: LineWish) => post<Replayed[]>(`${kept(id)}/line`, wish),
  analyse: (id: string) => post<AnalysisTold>(`${kept(id)}/analysis`),
  tryTurn: (id: string, position: number, moves: readonly string[]) =>
    post<TryEvent>(`${kept(id)}/try`, { at: position, moves: [...moves] } satisfies TryWish),
  playOn: (id: string, wish: PlayOnWish) => seating(post<TableMade>(`${kept(id)}/play_on`, wish)),
  club: () => get<ClubTold>("/api/club"),
  clubWay: (token: string) => post<ClubWay>("/api/club/look", { token }),
  enterClub: (wish: ClubWish) => post<ClubTold>("/api/club/members", wish),
  leaveClub: (player: string) => call<ClubTold>("DELETE", `/api/club/members/${player}`),
  inviteToClub: () => post<ClubInvitation>("/api/club/invitations"),
  setHost: (player: string, host: boolean) =>
    post<ClubTold>(`/api/club/members/${player}/host`, { host }),
  nameClub: (name: string) => post<ClubTold>("/api/club/name", { name }),
  announce: (text: string) => post<ClubTold>("/api/club/announcement", { text }),
  openLeague: (wish: LeagueWish) => post<ClubTold>("/api/club/leagues", wish),
  changeLeague: (league: string, what: "enter" | "withdraw" | "start" | "end") =>
    post<ClubTold>(`/api/club/leagues/${league}/${what}`),
  deleteLeague: (league: string) => call<ClubTold>("DELETE", `/api/club/leagues/${league}`),
  setLeagueTable: (league: string, one: number, two: number) =>
    post<TableSet>(`/api/club/leagues/${league}/games`, { one, two }),
  server: () => get<ServerTold>("/api/club/server"),
  runningTables: () => get<HostTable[]>("/api/club/tables"),
  closeTable: (table: string) => post<HostTable[]>(`/api/club/tables/${table}/close`),
  me: () => get<Me>("/api/me"),
  changeMe: (wish: PlayerWish) => call<Me>("PATCH", "/api/me", wish),
  deleteMe: () => call<Forgotten>("DELETE", "/api/me"),
  setAlone: (alone: boolean) => post<Me>("/api/me/alone", { alone }),
  addLessons: (done: Record<string, string[]>) => post<Me>("/api/me/lessons", { done }),
  devices: () => get<DeviceTold[]>("/api/me/devices"),
  enter: (wish: EnterWish) => post<Me>("/api/me/devices", wish),
  nameDevice: (mark: string, name: string) =>
    call<DeviceTold[]>("PATCH", `/api/me/devices/${mark}`, { name } satisfies NameWish),
  removeDevice: (mark: string) => call<DeviceTold[]>("DELETE", `/api/me/devices/${mark}`),
  wayIn: () => post<LinkMade>("/api/me/links"),
  closeWay: () => call<Me>("DELETE", "/api/me/links"),
  lookIn: (wish: KeyWish) => post<WayIn>("/api/me/links/look", wish),
  statistics: () => get<Statistics>("/api/me/statistics"),
  ratings: (game: string, seats: number, bots: boolean) =>
    get<Leaderboard>(`/api/ratings?game=${game}&seats=${seats}&bots=${bots}`),
  player: (id: string) => get<PublicPlayer>(`/api/players/${encodeURIComponent(id)}`),
  /** What a finished game meant for ratings. */
  rated: (table: string) => get<RatedTable>(`${at(table)}/rating`),
  recovery: () => post<RecoveryMade>("/api/me/recovery"),
  notices: () => get<NoticesTold>(NOTICES),
  tellDevice: (wish: SubscriptionWish) => call<NoticesTold>("PUT", NOTICES, wish),
  tellNoMore: () => call<NoticesTold>("DELETE", NOTICES),
  setQuiet: (wish: QuietWish) => call<NoticesTold>("PUT", `${NOTICES}/quiet`, wish),
  dropQuiet: () => call<NoticesTold>("DELETE", `${NOTICES}/quiet`),
  bots: () => get<BotTold[]>("/api/me/bots"),
  makeBot: (name: string) => post<BotMade>("/api/me/bots", { name } satisfies NameWish),
  renewBot: (mark: string) => post<BotMade>(`/api/me/bots/${mark}/token`),
  removeBot: (mark: string) => call<BotTold[]>("DELETE", `/api/me/bots/${mark}`),
};
