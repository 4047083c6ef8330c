"""A played game as a file that people can read and a diff can show, and the same as JSON.

The log is the game: a record is options and moves. Whether its moves are legal is decided by
replaying them; where files lie, by whoever calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from colonnade.contract.errors import BadRecord, ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.play import row
from colonnade.contract.state import CHANCE, OVER, State

FORMAT = 1
SUFFIX = ".colonnade"
FIRST_LINE = f"colonnade record {FORMAT}"
LARGEST = 4 * 1024 * 1024  # bytes; the longest games need a hundredth of it
UNFINISHED = "unfinished"


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


class Loaded(msgspec.Struct):
    """A record read from a file, with the line of each part, for messages."""

    record: Record
    header: dict[str, int]
    lines: list[int]  # of each move
    marks: list[str]  # of each move: the turn line before it, and `*` for chance; none in JSON


def keep(
    game: Game,
    start: State,
    moves: list[int],
    names: list[str],
    options: Mapping[str, str],
    date: str,
) -> Record:
    """Make the record of moves played from a start."""
    state = start.copy()
    for move in moves:
        state.apply(row(state, move))
    return Record(
        game=game.key,
        edition=game.edition,
        seats=len(state.scores()),
        names=names,
        options=dict(options),
        date=date,
        scores=state.scores(),
        winners=state.winners(),
        moves=[game.moves.words(move) for move in moves],
    )


def turn_line(state: State) -> str:
    """The line above a turn's moves."""
    if state.turn == 0:
        return "set-up"
    return (
        f"turn {state.turn}, seat {state.actor + 1}" if state.actor >= 0 else f"turn {state.turn}"
    )


def steps(game: Game, record: Record) -> Iterator[tuple[State, int]]:
    """Each move of a record with the state it is made in; the record has been verified."""
    state = game.start(record.seats, record.options)
    for words in record.moves:
        move = game.moves.number(words)
        yield state.copy(), move
        state.apply(move)


def positions(game: Game, record: Record) -> list[State]:
    """Every position of a verified record: before each move, and after the last."""
    found = [game.start(record.seats, record.options)]
    for state, move in steps(game, record):
        after = state.copy()
        after.apply(move)
        found.append(after)
    return found


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
    lines += [f"option {key} {value}" for key, value in record.options.items()]
    lines += [f"date {record.date}", f"result {result_words(record)}"]
    turn = -1
    for state, move in steps(game, record):
        if state.turn != turn:
            turn = state.turn
            lines += ["", turn_line(state)]
        lines.append(f"  {'* ' if state.actor == CHANCE else ''}{game.moves.words(move)}")
    return "\n".join(lines) + "\n"


def result_words(record: Record) -> str:
    """Scores and winners in words."""
    scores = " ".join(str(score) for score in record.scores)
    if not record.winners:
        return f"{scores} {UNFINISHED}".strip()
    return f"{scores} won by {' '.join(str(seat + 1) for seat in record.winners)}"


def write_json(record: Record) -> str:
    """The record as JSON, a move a line."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


# Reading


def load(path: Path) -> Loaded:
    """Read a record file, text or JSON; what is wrong is said with its line."""
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise BadRecord(1, "too_big", limit=LARGEST)
    return read(raw)


def read(raw: bytes) -> Loaded:
    """Read a record from bytes."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadRecord(1 + raw.count(b"\n", 0, problem.start), "not_text") from problem
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
    names = ("game", "edition", "seats", "names", "options", "date", "scores", "moves")
    header = {name: 1 + text.count("\n", 0, max(text.find(f'"{name}"'), 0)) for name in names}
    return Loaded(record, header, lines, [])


def read_text(text: str) -> Loaded:
    """Read the text form: a header up to `result`, then turn lines and moves."""
    lines = text.splitlines()
    if not lines[0].startswith("colonnade record "):
        raise BadRecord(1, "not_record", first=FIRST_LINE)
    if lines[0].strip() != FIRST_LINE:
        found = lines[0].removeprefix("colonnade record ")
        raise BadRecord(1, "version", found=found[:20], known=str(FORMAT))
    header, at, options, names = read_header(lines)
    loaded = Loaded(
        Record(
            game=header["game"],
            edition=header["edition"],
            seats=number(header["seats"], at["seats"]),
            names=names,
            options=options,
            date=header["date"],
            moves=[],
        ),
        at,
        [],
        [],
    )
    read_result(loaded, header["result"], at["result"])
    read_moves(loaded, lines, at["result"])
    return loaded


def read_header(
    lines: list[str],
) -> tuple[dict[str, str], dict[str, int], dict[str, str], list[str]]:
    """Read the lines from `game` to `result`; each key once, in any order but for the last."""
    values: dict[str, str] = {}
    at: dict[str, int] = {"options": 1, "names": 1, "moves": len(lines)}
    options: dict[str, str] = {}
    names: list[str] = []
    for line_number, line in enumerate(lines[1:], 2):
        key, _, value = line.strip().partition(" ")
        value = value.strip()
        if key == "seat":
            place, _, name = value.partition(" ")
            if place != str(len(names) + 1):
                raise BadRecord(line_number, "seat", expected=len(names) + 1)
            at["names"] = line_number
            names.append(name)
        elif key == "option":
            name, _, choice = value.partition(" ")
            at["options"] = line_number
            options[name] = choice
        elif key in ("game", "edition", "seats", "date", "result"):
            if key in values:
                raise BadRecord(line_number, "twice", key=key)
            values[key], at[key] = value, line_number
        elif key:
            raise BadRecord(line_number, "header", key=key[:40])
        if key == "result":
            break
    for key in ("game", "edition", "seats", "date", "result"):
        if key not in values:
            raise BadRecord(len(lines), "missing", key=key)
    return values, at, options, names


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


def verify(game: Game, loaded: Loaded) -> State:
    """Replay a record from its first move; returns the last state or says what is wrong first."""
    record, at = loaded.record, loaded.header
    if record.edition != game.edition:
        raise BadRecord(at["edition"], "edition", found=record.edition[:20], known=game.edition)
    try:
        state = game.start(record.seats, record.options)
    except ColonnadeError as problem:
        line = at["options" if record.seats in game.seats else "seats"]
        raise BadRecord(line) from problem
    if len(record.names) != record.seats:
        raise BadRecord(at["names"], "names", count=len(record.names), seats=record.seats)
    turn, heading = -1, ""
    for i, words in enumerate(record.moves):
        if state.turn != turn:
            turn, heading = state.turn, turn_line(state)
        verify_move(state, words, loaded, i, heading)
    verify_result(state, loaded)
    return state


def verify_move(state: State, words: str, loaded: Loaded, i: int, heading: str) -> None:
    """Check one move and its marks, and make it."""
    line = loaded.lines[i]
    try:
        move = row(state, words)
    except ColonnadeError as problem:
        raise BadRecord(line) from problem
    if loaded.marks:
        mark = heading + ("*" if state.actor == CHANCE else "")
        if loaded.marks[i] != mark:
            raise BadRecord(line, "mark", expected=mark, found=loaded.marks[i])
    state.apply(move)


def verify_result(state: State, loaded: Loaded) -> None:
    """Compare the result written with the one played."""
    record = loaded.record
    if record.winners and state.actor != OVER:
        raise BadRecord(loaded.header["moves"], "cut_off", count=len(record.moves))
    if record.scores != state.scores() or record.winners != state.winners():
        played = msgspec.structs.replace(record, scores=state.scores(), winners=state.winners())
        line = loaded.header.get("result", loaded.header.get("scores", 1))
        raise BadRecord(line, "result", found=result_words(record), played=result_words(played))
