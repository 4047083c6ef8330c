"""The tables of the database, one schema for SQLite and PostgreSQL.

How they came about step by step is in migrations/; what is written, in table_queries.py; when, in
store.py.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("edition", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("public", Boolean, nullable=False),
    Column("start", String(16), nullable=False),  # the rule by which the first seat was chosen
    Column("clock", Text),  # JSON
    Column("created", Float, nullable=False),
    Column("revision", Integer, nullable=False),  # counts changes of the seats
    Column("finished", Float),
    Column("result", Text),  # JSON
    Column("rematch", String(32)),  # the table where they play again
    Column("deadline", Float),  # when the clock on turn reaches zero, in the time of the house
    Column("awaits", Boolean, nullable=False),  # whether a computer player is on turn
    Column("claimed_by", String(32)),  # the process that thinks for this table ...
    Column("claimed_until", Float),  # ... and when another may take over, as above
    Column("lang", String(8)),  # of who made it: what a link to it says before it is opened
    Column("origin", String(32)),  # mark of the address it was made from: for its limits
    Column("undo", String(8), nullable=False, server_default="free"),  # free, ask or none
    Column("opened", Float),  # since when anybody may take its free seats, if anybody may
    # Whether those may look who neither sit there nor are invited.
    Column("spectators", Boolean, nullable=False, server_default=true()),
    # Once it is over and was looked at: whether it counts for ratings, or why not.
    Column("rated", String(16)),
    Index("tables_rated", "rated", "finished"),
    Index("tables_origin", "origin"),
    Index("tables_opened", "opened"),
    Index("tables_deadline", "deadline"),
    Index("tables_awaits", "awaits"),
    Index("tables_public", "public", "created"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # person, device, open or computer
    Column("level", String(32)),  # of a computer player
    Column("name", String(64), nullable=False),
    Column("since", Float, nullable=False),  # when it was last given to somebody
    Column("invitation", String(64)),  # hash of the token that takes the free seat
    Column("link", String(64)),  # hash of the token that brings another device
    Column("resigned", Boolean, nullable=False),
    # Whether a computer player keeps it for somebody who was away for long.
    Column("stand_in", Boolean, nullable=False, server_default=false()),
    # When its people were last here, in the time of the house; some minutes behind.
    Column("seen", Float, nullable=False, server_default="0"),
    Column("player", String(32)),  # whose it is, and whose result if the kind is person
    Column("bot", Boolean, nullable=False, server_default=false()),  # whether that is a bot
    Index("seats_player", "player"),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

HOLDERS = Table(
    "holders",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", String(32), primary_key=True),
    Index("holders_device", "device"),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# The log of a table: every row is a fact, and none is ever changed or deleted. A row is a move in
# words, or an undo, which says how many moves are left, or what else happened at the table.
MOVES = Table(
    "moves",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # as `EntryKind` of wire_types.py
    Column("seat", Integer, nullable=False),  # -1 is CHANCE
    Column("words", Text, nullable=False),  # of a move
    Column("back", Integer, nullable=False),  # of an undo: how many moves are left
    Column("time", Float, nullable=False),
    Column("spent", Float, nullable=False),  # seconds of the clock on turn; of an undo, its seat's
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# A wish that others must agree to belongs to one ply: once the log has grown, it is void.
PROPOSALS = Table(
    "proposals",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False, server_default="undo"),  # as `WishKind`
    Column("back", Integer, nullable=False),  # of an undo: how many moves would be left
    Column("other", Integer),  # the seat that it is about, if it is about one
    Column("spent", Float, nullable=False, server_default="0"),  # of the clock, when it was asked
    Column("agreed", String(16), nullable=False),  # seats that agreed, as digits
    Column("refused", Boolean, nullable=False),
    # Seats that were refused since the last move, as digits: they may not ask before the next.
    Column("barred", String(16), nullable=False, server_default=""),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# How far the time of the house has come: one row.
HOUSE = Table(
    "house",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("time", Float, nullable=False),
    Column("date", Float, nullable=False),  # of the wall clock, when it was that time
    Column("process", String(32), nullable=False),  # that told it
)

UPLOADS = Table(
    "uploads",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("device", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("record", Text, nullable=False),  # JSON
    Column("origin", String(32)),
    Index("uploads_origin", "origin"),
)

# Who people are, on whichever device: no password, no mail. A row comes with the first game.
PLAYERS = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("color", String(16), nullable=False),  # one of the nine
    Column("lang", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("recovery", String(64)),  # the printed words, as a slow hash of them
    Column("printed", Float),  # when those were made
    Column("origin", String(32)),  # mark of the address it was made from: for its limits
    Column("bot", Boolean, nullable=False, server_default=false()),  # a program, by a token
    Column("owner", String(32)),  # the player who made it, of a bot
    Index("players_owner", "owner"),
    Index("players_recovery", "recovery", unique=True),
    Index("players_origin", "origin"),
)

# A device is the id in a signed cookie. Those that keep no player have no row.
DEVICES = Table(
    "devices",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("mark", String(16), nullable=False),  # its name for the other devices: no secret
    Column("name", String(64), nullable=False),  # that its owner gave it
    Column("kind", String(16), nullable=False),  # phone, tablet, computer or program
    Column("browser", String(16), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # by the hour or so
    Column("token", String(64)),  # hash of what a bot shows in place of a cookie
    Index("devices_token", "token", unique=True),
    Index("devices_player", "player"),
)

# A way in for one more device: one at a time, for minutes, good once.
LINKS = Table(
    "links",
    METADATA,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("token", String(64), nullable=False),  # hash of what the QR code carries
    Column("code", String(64), nullable=False),  # keyed hash of the first words: finds the link
    Column("words", String(64), nullable=False),  # slow hash of all of them
    Column("until", Float, nullable=False),
    Column("tries", Integer, nullable=False),  # with wrong words
    Index("links_token", "token", unique=True),
    Index("links_code", "code", unique=True),
)

# Lessons that a player has done, on any device.
LESSONS = Table(
    "lessons",
    METADATA,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("lesson", String(64), primary_key=True),
    Column("done", Float, nullable=False),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# Who looks for company: a device has one wish at a time. A wish that was granted names its table;
# no second table can be made of it.
SEEKERS = Table(
    "seekers",
    METADATA,
    Column("device", String(32), primary_key=True),
    Column("wish", String(64), nullable=False),  # the client's own name for it: asked twice is once
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON: those that matter to who asks
    Column("clock", Text),  # JSON
    Column("name", String(64), nullable=False),
    Column("sitter", Text, nullable=False),  # JSON: what a player of the device would begin with
    Column("player", String(32)),  # whose device it was when it asked
    Column("origin", String(32), nullable=False),  # mark of the address it came from
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when the device last gave a sign of life
    Column("table_id", String(32)),  # where it was seated
    Column("about", Boolean, nullable=False, server_default=false()),  # with whom is as strong
    Column("mu", Float),  # how strong who asks is, if that is known
    Column("bots", Boolean, nullable=False, server_default=false()),  # whether one will do
    Index("seekers_seen", "seen"),
)

# Codes to say aloud: marks of them alone, which nobody can turn back without the server's key.
CODES = Table(
    "codes",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("words", String(64), nullable=False, unique=True),  # mark of the words ...
    Column("whole", String(64), nullable=False),  # ... and of words and number
    Column("until", Float, nullable=False),
    Column("tries", Integer, nullable=False),  # with the right words and a wrong number
)

# What was said at a table, in set phrases: the newest few.
PHRASES = Table(
    "phrases",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("phrase", String(32), nullable=False),
    Column("time", Float, nullable=False),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# The log of the games that count, a row for each seat; it outlives its tables. What a row says of
# who played is fixed; strengths follow from the rows before, but for seats that are nobody's: a
# computer level, or somebody who was deleted. Those stay as strong as they were.
RATED = Table(
    "rated",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("finished", Float, nullable=False),
    Column("player", String(32)),
    Column("bot", Boolean, nullable=False),
    Column("place", Integer, nullable=False),  # how many finished ahead of it
    Column("counted", Boolean, nullable=False),  # whether the game changes this one's strength
    Column("mu", Float, nullable=False),  # strength before ...
    Column("sigma", Float, nullable=False),
    Column("mu_after", Float, nullable=False),  # ... and after
    Column("sigma_after", Float, nullable=False),
    Index("rated_player", "player", "game", "seats", "finished"),
    Index("rated_order", "game", "seats", "finished", "table_id"),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# How strong players are now: the last of their rows above, where it is quickly found.
RATINGS = Table(
    "ratings",
    METADATA,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("seats", Integer, primary_key=True),
    Column("bot", Boolean, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("last", Float, nullable=False),  # when the newest of them ended
    Index("ratings_list", "game", "seats", "bot", "mu"),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# What a second look at a finished game has found, for each seat: dear to find, and small to keep.
STUDIES = Table(
    "studies",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("luck", Float, nullable=False),  # parts of the chance to win that draws gave ...
    Column("lost", Float, nullable=False),  # ... and that own choices cost
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)

# The club of the house, if somebody has founded one: one row.
CLUB = Table(
    "club",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("founded", Float, nullable=False),
    Column("announcement", Text, nullable=False),
    Column("announced", Float),
    Column("announced_by", String(32)),
)

MEMBERS = Table(
    "members",
    METADATA,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("host", Boolean, nullable=False),
    Column("joined", Float, nullable=False),
    Column("invited_by", String(32)),
)

# A link by which others become members: each member has one at a time.
CLUB_LINKS = Table(
    "club_links",
    METADATA,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # hash of it
    Column("until", Float, nullable=False),
)

LEAGUES = Table(
    "leagues",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("clock", Text),  # JSON
    Column("created", Float, nullable=False),
    Column("started", Float),  # from then on nobody enters
    Column("ended", Float),
)

ENTRANTS = Table(
    "entrants",
    METADATA,
    Column("league", ForeignKey("leagues.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", String(32)),  # nobody's once their data was deleted
    Index("entrants_player", "player"),
)

# Games of a league that have a table, or had one: the others are known by who entered.
LEAGUE_GAMES = Table(
    "league_games",
    METADATA,
    Column("league", ForeignKey("leagues.id"), primary_key=True),
    Column("one", Integer, primary_key=True),
    Column("two", Integer, primary_key=True),
    Column("table_id", String(32)),  # none once that was deleted
    Column("points", Integer),  # half points of the first, kept when it is over
    Index("league_games_table", "table_id"),
)

# Devices that are told of their turns: where their push service is, and for whom to encrypt.
SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("device", ForeignKey("devices.id"), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("endpoint", Text, nullable=False),  # nobody else may know it
    Column("mark", String(64), nullable=False),  # hash of the endpoint, which may be long
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Index("subscriptions_player", "player"),
    Index("subscriptions_mark", "mark", unique=True),
)

# When a player wants no notices: minutes of the day, where the player is.
QUIET = Table(
    "quiet_hours",
    METADATA,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("start", Integer, nullable=False),
    Column("until", Integer, nullable=False),
    Column("zone", String(64), nullable=False),
)

# Up to which turn a device was told of a seat, and when the next notice is due if one is.
NOTICES = Table(
    "notices",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", String(32), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("due", Float),  # by the wall clock: people live by it
    Column("tries", Integer, nullable=False),
    Index("notices_due", "due"),
    Index("notices_device", "device"),
    sqlite_with_rowid=False,  # its key is the place of a row: no second tree
)
