"""A played game as a file that people can read and a diff can show, and the same as JSON.

The log is the game: a record is options and moves. It becomes a History again by `history`, or with
every move checked by `verify`. Where files lie is decided by whoever calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec

from colonnade.contract.errors import BadRecord, ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.state import CHANCE, OVER, State

FORMAT = 1
SUFFIX = ".colonnade"
FIRST_LINE = f"colonnade record {FORMAT}"
LARGEST = 4 * 1024 * 1024  # bytes; the longest games need a hundredth of it
UNFINISHED = "unfinished"
Kinds = Literal["person", "computer", "open"]
Ending = Literal["tie", "abandon"]  # what players agree on when they stop before the end


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All that is kept of a game."""

    format: int = FORMAT
    game: str
    edition: str
    seats: int
    names: list[str]
    options: dict[str, str]
    date: str
    scores: list[int] = []
    winners: list[int] = []  # none while unfinished
    moves: list[str]
    kinds: list[Kinds] = []  # who sat at each seat; none in records that do not say
    levels: list[str] = []  # and at which level a computer player; empty for others
    resigned: list[int] = []  # seats that gave up
    ended: Ending | None = None  # by agreement: such a game stays unfinished


class Loaded(msgspec.Struct):
    """A record read from a file, with the line of each part, for messages."""

    record: Record
    header: dict[str, int]
    lines: list[int]  # of each move
    marks: list[str]  # of each move: the turn line before it, and `*` for chance; none in JSON


class Players(NamedTuple):
    """Who sits where, and who gave up: what a record says beyond the game itself."""

    names: Sequence[str]
    kinds: Sequence[Kinds] = ()
    levels: Sequence[str] = ()
    resigned: Sequence[int] = ()
    ended: Ending | None = None


def keep(history: History, players: Players, date: str) -> Record:
    """Make the record of a game so far."""
    state = history.state
    return Record(
        game=history.game.key,
        edition=history.game.edition,
        seats=history.seats,
        names=list(players.names),
        options=dict(state.view(None).options),
        date=date,
        scores=state.scores(),
        winners=winners(state, players.resigned),
        moves=history.words(),
        kinds=list(players.kinds),
        levels=list(players.levels),
        resigned=list(players.resigned),
        ended=players.ended,
    )


def winners(state: State, resigned: Sequence[int]) -> list[int]:
    """Who has won: by the rules, or of two seats the one that did not give up; else nobody yet."""
    seats = len(state.scores())
    if state.actor != OVER and seats == 2 and len(resigned) == 1:
        return [1 - resigned[0]]
    return state.winners()


def history(game: Game, record: Record, moves: int | None = None) -> History:
    """The game of a record that was verified, or its first moves: nothing is checked again."""
    start = game.start(record.seats, record.options)
    return History(game, start, map(game.moves.number, record.moves[:moves]))


def turn_line(state: State) -> str:
    """The line above a turn's moves."""
    if state.turn == 0:
        return "set-up"
    return (
        f"turn {state.turn}, seat {state.actor + 1}" if state.actor >= 0 else f"turn {state.turn}"
    )


# Writing


def write_text(game: Game, record: Record) -> str:
    """The record as text, turn by turn, chance draws marked by a star."""
    lines = [
        FIRST_LINE,
        f"game {record.game}",
        f"edition {record.edition}",
        f"seats {record.seats}",
    ]
    lines += [f"seat {seat + 1} {name}" for seat, name in enumerate(record.names)]
    for seat, kind in enumerate(record.kinds):
        level = record.levels[seat] if record.levels else ""
        lines.append(f"{kind} {seat + 1} {level}".rstrip())
    lines += [f"option {key} {value}" for key, value in record.options.items()]
    lines += [f"resigned {seat + 1}" for seat in record.resigned]
    if record.ended is not None:
        lines.append(f"ended {record.ended}")
    lines += [f"date {record.date}", f"result {result_words(record)}"]
    turn = -1
    for state, words in zip(history(game, record).walk(), record.moves, strict=False):
        if state.turn != turn:
            turn = state.turn
            lines += ["", turn_line(state)]
        lines.append(f"  {'* ' if state.actor == CHANCE else ''}{words}")
    return "\n".join(lines) + "\n"


def result_words(record: Record) -> str:
    """Scores and winners in words."""
    scores = " ".join(str(score) for score in record.scores)
    if not record.winners:
        return f"{scores} {UNFINISHED}".strip()
    return f"{scores} won by {' '.join(str(seat + 1) for seat in record.winners)}"


def write_json(record: Record) -> str:
    """The record as JSON, a move a line."""
    fields = msgspec.structs.asdict(record)
    for name in (
        "kinds",
        "levels",
        "resigned",
        "ended",
    ):  # younger than the format: said only where known
        if not fields[name]:
            del fields[name]
    return msgspec.json.format(msgspec.json.encode(fields), indent=1).decode() + "\n"


# Reading


def load(path: Path) -> Loaded:
    """Read a record file, text or JSON; what is wrong is said with its line."""
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise BadRecord(1, "too_big", limit=LARGEST)
    return read(raw)


def read(raw: bytes | str) -> Loaded:
    """Read a record from a text, or from the bytes of one."""
    try:
        text = raw if isinstance(raw, str) else bytes(raw).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = bytes(problem.object)[: problem.start]
        raise BadRecord(1 + before.count(b"\n"), "not_text") from problem
    except TypeError as problem:
        raise BadRecord(1, "not_text") from problem
    for number, line in enumerate(text.splitlines(), 1):
        if not line.isprintable() and not line.replace("\t", " ").isprintable():
            raise BadRecord(number, "not_text")
    if not text.strip():
        raise BadRecord(1, "empty")
    return read_json(text) if text.lstrip().startswith("{") else read_text(text)


def read_json(text: str) -> Loaded:
    """Read the JSON form; a move's line is found by counting the lines before its string."""
    try:
        record = msgspec.json.decode(text, type=Record)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise BadRecord(1, "json", problem=str(problem)) from problem
    if record.format != FORMAT:
        raise BadRecord(1, "version", found=str(record.format)[:20], known=str(FORMAT))
    at = text.find('"moves"')
    line = 1 + text.count("\n", 0, max(at, 0))
    lines = []
    for words in record.moves:
        found = text.find(msgspec.json.encode(words).decode(), at) if at >= 0 else -1
        # Words written with other escapes are not found; the moves after them keep this line,
        # since searching on for each of them would take a time that grows with its square.
        line += text.count("\n", at, found) if found >= 0 else 0
        at = found + 1 if found >= 0 else -1
        lines.append(line)
    header = {
        name: 1 + text.count("\n", 0, max(text.find(f'"{name}"'), 0))
        for name in Record.__struct_fields__
    }
    return Loaded(record, header, lines, [])


def read_text(text: str) -> Loaded:
    """Read the text form: a header up to `result`, then turn lines and moves."""
    lines = text.splitlines()
    if not lines[0].startswith("colonnade record "):
        raise BadRecord(1, "not_record", first=FIRST_LINE)
    if lines[0].strip() != FIRST_LINE:
        found = lines[0].removeprefix("colonnade record ")
        raise BadRecord(1, "version", found=found[:20], known=str(FORMAT))
    header = read_header(lines)
    values, at = header.values, header.at
    loaded = Loaded(
        Record(
            game=values["game"],
            edition=values["edition"],
            seats=number(values["seats"], at["seats"]),
            names=header.names,
            options=header.options,
            date=values["date"],
            moves=[],
            kinds=header.kinds,
            levels=header.levels if any(header.levels) else [],
            resigned=header.resigned,
            ended=header.ended,
        ),
        at,
        [],
        [],
    )
    read_result(loaded, values["result"], at["result"])
    read_moves(loaded, lines, at["result"])
    return loaded


class Header(msgspec.Struct):
    """What stands above the moves of a text, and in which line."""

    values: dict[str, str] = {}
    at: dict[str, int] = {}
    options: dict[str, str] = {}
    names: list[str] = []
    kinds: list[Kinds] = []
    levels: list[str] = []
    resigned: list[int] = []
    ended: Ending | None = None


def read_header(lines: list[str]) -> Header:
    """Read the lines from `game` to `result`; each key once, in any order but for the last."""
    header = Header(at={"options": 1, "names": 1, "moves": len(lines)})
    values, at = header.values, header.at
    for line_number, line in enumerate(lines[1:], 2):
        key, _, value = line.strip().partition(" ")
        value = value.strip()
        if key in ("game", "edition", "seats", "date", "result"):
            if key in values:
                raise BadRecord(line_number, "twice", key=key)
            values[key], at[key] = value, line_number
        elif key == "option":
            name, _, choice = value.partition(" ")
            at["options"] = line_number
            header.options[name] = choice
        elif key == "resigned":
            at["resigned"] = line_number
            header.resigned.append(number(value, line_number) - 1)
        elif key == "ended" and value in get_args(Ending):
            header.ended = msgspec.convert(value, Ending)
        elif key:
            read_seat(header, key, value, line_number)
        if key == "result":
            break
    for key in ("game", "edition", "seats", "date", "result"):
        if key not in values:
            raise BadRecord(len(lines), "missing", key=key)
    return header


def read_seat(header: Header, key: str, value: str, line: int) -> None:
    """Read who sits where: the seats, and their players, come one after the other."""
    place, _, rest = value.partition(" ")
    if key == "seat":
        count = len(header.names)
        header.names.append(rest)
        header.at["names"] = line
    elif key in get_args(Kinds):
        count = len(header.kinds)
        header.kinds.append(msgspec.convert(key, Kinds))
        header.levels.append(rest)
        header.at["kinds"] = line
    else:
        raise BadRecord(line, "header", key=key[:40])
    if place != str(count + 1):
        raise BadRecord(line, "seat", expected=count + 1)


def number(text: str, line: int) -> int:
    """Read a small number."""
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadRecord(line, "number", found=text[:40])
    return int(text)


def read_result(loaded: Loaded, text: str, line: int) -> None:
    """Read scores and winners."""
    scores, _, winners = text.partition(" won by ")
    if not winners:
        scores = scores.removesuffix(UNFINISHED)
    loaded.record.scores = [number(part, line) for part in scores.split()]
    loaded.record.winners = [number(part, line) - 1 for part in winners.split()]


def read_moves(loaded: Loaded, lines: list[str], header: int) -> None:
    """Read turn lines and moves; which turn a move belongs to is checked by verify."""
    mark = ""
    for line_number, line in enumerate(lines[header:], header + 1):
        words = " ".join(line.split())
        if not words:
            continue
        if words == "set-up" or words.startswith("turn "):
            mark = words
            continue
        star = "*" if words.startswith("* ") else ""
        loaded.record.moves.append(words.removeprefix("* "))
        loaded.lines.append(line_number)
        loaded.marks.append(f"{mark}{star}")
    loaded.header["moves"] = len(lines)


# Verifying


def verify(game: Game, loaded: Loaded) -> History:
    """Play a record from its first move, each checked; returns the game or says what is wrong."""
    record, at = loaded.record, loaded.header
    if record.edition != game.edition:
        raise BadRecord(at["edition"], "edition", found=record.edition[:20], known=game.edition)
    try:
        played = History(game, game.start(record.seats, record.options))
    except ColonnadeError as problem:
        line = at["options" if record.seats in game.seats else "seats"]
        raise BadRecord(line) from problem
    verify_seats(loaded)
    turn, heading = -1, ""
    for i, words in enumerate(record.moves):
        if played.state.turn != turn:
            turn, heading = played.state.turn, turn_line(played.state)
        verify_move(played, words, loaded, i, heading)
    verify_result(played.state, loaded)
    return played


def verify_seats(loaded: Loaded) -> None:
    """Names, and where they are told kinds and levels, are one for each seat."""
    record, at = loaded.record, loaded.header
    for name in ("names", "kinds", "levels"):
        found = getattr(record, name)
        if len(found) != record.seats and (found or name == "names"):
            line = at.get(name, at["names"])
            raise BadRecord(line, "names", count=len(found), seats=record.seats)
    if not set(record.resigned) <= set(range(record.seats)):
        raise BadRecord(at.get("resigned", 1), "resigned", seats=record.seats)


def verify_move(played: History, words: str, loaded: Loaded, i: int, heading: str) -> None:
    """Check one move and its turn line, and make it."""
    line = loaded.lines[i]
    try:
        row = played.check(words)
    except ColonnadeError as problem:
        raise BadRecord(line) from problem
    if loaded.marks:
        mark = heading + ("*" if played.actor == CHANCE else "")
        if loaded.marks[i] != mark:
            raise BadRecord(line, "mark", expected=mark, found=loaded.marks[i])
    played.append(row)


def verify_result(state: State, loaded: Loaded) -> None:
    """Compare the result written with the one played."""
    record = loaded.record
    won = winners(state, record.resigned)
    if record.winners and not won:
        raise BadRecord(loaded.header["moves"], "cut_off", count=len(record.moves))
    if record.scores != state.scores() or record.winners != won:
        played = msgspec.structs.replace(record, scores=state.scores(), winners=won)
        line = loaded.header.get("result", loaded.header.get("scores", 1))
        raise BadRecord(line, "result", found=result_words(record), played=result_words(played))
