// Speed yardstick: Pagoda by hand, in straightforward C++ over plain arrays, playing uniformly random games.
// It shares nothing with the rest of the project but the row numbers of the moves, the random generator and
// the checksum, so that speeds and results can be compared game by game.
//
//   g++ -O3 -std=c++17 -Wall -Wextra -Werror yardstick.cpp -o yardstick
//   yardstick [--games N] [--seed S] [--fast] [--simple] [--trace I]

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// Colors, which are also the abilities their tiles give.
enum Color { Red, Blue, Green, Yellow, Purple, Colors };
enum Ability { Lantern = Red, Buddha = Blue, Rice = Green, Dragon = Yellow, Fan = Purple };
enum Source { Display, Hand };
constexpr int Lots = 6, Kinds = 2 * Colors, NoColor = -1;
constexpr int DisplaySize = 5, HandSize = 2, FanHandSize = 4, DiscardsOwed = 4, ColumnsPerFloor = 4;

// First row of each block of moves.
enum Row {
  RowColumn = 0, RowColumnRice = 60, RowTile = 510, RowTileBuddha = 570, RowRoof = 1020, RowRoofBuddha = 1080,
  RowRooftop = 1530, RowRooftopRice = 1545, RowFreeColumn = 1695, RowDiscard = 1725, RowLantern = 1735,
  RowDragon, RowDragonDraw, RowAlternative, RowStuck, RowEnd, RowFan, RowNoFan,
  RowDrawDisplay = 1743, RowDrawHand = 1748, Rows = 1754
};

enum class Phase : int8_t {  // DrawDisplay and DrawHand belong to CHANCE
  TurnStart, Regular, Rooftop, DragonDiscard, AlternativeDiscard, StuckDiscard, FreeColumn, FanChoice,
  DrawDisplay, DrawHand, Over
};
enum class Filling : int8_t { SetUp, AfterDragon, Replenish, AfterFan };  // why cards are being drawn

struct Random {
  uint32_t a, b, c, counter = 1;
  Random(uint64_t seed, uint32_t stream) : a(uint32_t(seed)), b(uint32_t(seed >> 32)), c(stream) {
    for (int i = 0; i < 12; i++) next();
  }
  uint32_t next() {
    uint32_t t = a + b + counter++;
    a = b ^ (b >> 9);
    b = c + (c << 3);
    c = ((c << 21) | (c >> 11)) + t;
    return t;
  }
  uint32_t below(uint32_t n) { return uint32_t((uint64_t(next()) * n) >> 32); }
};

struct Game {
  int floors;
  bool abilities;
  // Cards. A kind is color * 2 + source; have[] is the total of both sources, size[] that of all colors.
  int8_t cards[2][Kinds] = {}, have[2][Colors] = {}, size[2][2] = {};
  int8_t pile[Colors], discards[Colors] = {}, table[Colors] = {};
  int pile_size = 45;
  // The board. tiles[base][color] is 1 while that tile is in the supply.
  int8_t tiles[Colors][Colors], tiles_left[Colors];
  int8_t floor[Lots] = {}, columns[Lots] = {}, color[Lots];
  bool done[Lots] = {};
  int completed = 0;
  // The players and the turn.
  int score[2] = {};
  int8_t ability[2][Colors] = {};
  bool used[Colors] = {};
  int seat = 0, built = 0, limit = 3;
  int roof_color = NoColor, owed = 0, last_kind = 0, hand_goal = HandSize;
  Phase phase = Phase::DrawHand;
  Filling filling = Filling::SetUp;

  Game(bool fast, bool simple) : floors(fast ? 3 : 4), abilities(!simple) {
    for (int c = 0; c < Colors; c++) {
      pile[c] = 11 - 2;  // one card of each color lies in both displays
      for (int s = 0; s < 2; s++) cards[s][c * 2 + Display] = have[s][c] = 1, size[s][Display]++;
    }
    memset(tiles, 1, sizeof tiles);
    memset(tiles_left, Colors, sizeof tiles_left);
    memset(color, NoColor, sizeof color);
  }

  bool over() const { return phase == Phase::Over; }
  bool chance() const { return phase == Phase::DrawDisplay || phase == Phase::DrawHand; }
  bool usable(int a) const { return ability[seat][a] > 0 && !used[a]; }
  bool open(int lot) const { return !done[lot] && columns[lot] < ColumnsPerFloor; }
  bool full(int lot) const { return !done[lot] && columns[lot] == ColumnsPerFloor; }
  bool takes(int lot, int c) const { return color[lot] == NoColor || color[lot] == c; }
  bool last_floor(int lot) const { return floor[lot] == floors - 1; }

  // After the roof tile on this lot, paid by n cards p, its rooftop of color c can be paid too.
  bool roof_works(int lot, int c, int p, int n) const {
    auto left = [&](int d) { return have[seat][d] - (d == p ? n : 0); };
    bool rice = usable(Rice) || (abilities && color[lot] == Rice && !used[Rice]), pair = false;  // green gives it now
    for (int d = 0; d < Colors; d++) pair |= left(d) >= 2;
    return left(c) >= 2 || (left(c) == 1 && pair && rice);
  }

  // Some way of this regular turn still leads to a column or rooftop. Only color totals matter for that, so the
  // search looks at have[] alone and its copies leave cards[] behind.
  bool can_build() const {
    const int8_t* mine = have[seat];
    bool any = false, pair = false;
    for (int c = 0; c < Colors; c++) any |= mine[c] > 0, pair |= mine[c] >= 2;
    for (int lot = 0; lot < Lots; lot++)
      if (open(lot) && ((color[lot] == NoColor ? any : mine[color[lot]] > 0) || (pair && usable(Rice)))) return true;
    for (int lot = 0; lot < Lots; lot++)
      for (int c = 0; full(lot) && c < Colors; c++) {
        if (!tiles[color[lot]][c]) continue;
        if (mine[color[lot]] > 0 && leads_on(lot, c, color[lot], 1)) return true;
        for (int p = 0; usable(Buddha) && p < Colors; p++)
          if (mine[p] >= 2 && leads_on(lot, c, p, 2)) return true;
      }
    return false;
  }

  // The same after this tile or roof, paid by n cards p (two cards: by Buddha).
  bool leads_on(int lot, int c, int p, int n) const {
    if (last_floor(lot)) return roof_works(lot, c, p, n);
    Game next = *this;
    next.have[seat][p] = int8_t(next.have[seat][p] - n);
    if (n == 2) next.spend(Buddha);
    next.place_tile(lot, c);
    return next.can_build();
  }

  // No dead ends: a tile before the first column must leave a way to one. Nearly always a card is left for an
  // open lot (open_colors[] says which colors those take) or for the new floor; else the search decides.
  bool tile_works(int lot, int c, int p, int n, const bool* open_colors) const {
    if (built > 0) return true;
    for (int d = 0; d < Colors; d++)
      if ((open_colors[d] || d == c) && have[seat][d] - (d == p ? n : 0) > 0) return true;
    return leads_on(lot, c, p, n);
  }

  // ---- Legal moves, in ascending order ----
  // A row that may or may not be legal is written anyway and then kept or not: cheaper than a guessed branch.
  int fill_legal(int* rows) const {
    switch (phase) {
      case Phase::TurnStart: case Phase::Regular: return fill_turn(rows);
      case Phase::Rooftop: return fill_rooftop(rows);
      case Phase::FreeColumn: return fill_free_columns(rows);
      case Phase::FanChoice: rows[0] = RowFan; rows[1] = RowNoFan; return 2;
      case Phase::DrawDisplay: case Phase::DrawHand: return fill_draws(rows);
      case Phase::Over: return 0;
      default: return fill_discards(rows);
    }
  }

  int fill_turn(int* rows) const {
    int n = 0, open_lots[Lots], opens = 0, tile_lots[Lots], tile_count = 0, roof_lots[Lots], roof_count = 0;
    for (int lot = 0; lot < Lots; lot++) {
      if (open(lot)) open_lots[opens++] = lot;
      else if (full(lot)) (last_floor(lot) ? roof_lots[roof_count++] : tile_lots[tile_count++]) = lot;
    }
    int pairs[Colors * 3 + 1], pair_count = usable(Rice) || usable(Buddha) ? fill_pairs(pairs) : 0;

    if (built < limit) {
      for (int i = 0; i < opens; i++) {
        int lot = open_lots[i], c = color[lot], kind = c == NoColor ? 0 : c * 2, end = c == NoColor ? Kinds : kind + 2;
        for (; kind < end; kind++) rows[n] = RowColumn + lot * 10 + kind, n += cards[seat][kind] > 0;
      }
      if (usable(Rice))
        for (int i = 0; i < opens; i++)
          for (int lot = open_lots[i], c = 0; c < Colors; c++)
            for (int k = 0; takes(lot, c) && k < pair_count; k++)
              rows[n++] = RowColumnRice + (lot * 5 + c) * 15 + pairs[k];
    }
    if (tile_count) {
      bool open_colors[Colors] = {};
      for (int i = 0; i < opens; i++)
        for (int c = 0; c < Colors; c++) open_colors[c] |= takes(open_lots[i], c);
      auto works = [&](int lot, int c, int p, int cost) { return tile_works(lot, c, p, cost, open_colors); };
      n = fill_tiles(rows, n, RowTile, tile_lots, tile_count, pairs, pair_count, works);
    }
    if (roof_count && built < limit) {
      auto works = [&](int lot, int c, int p, int cost) { return roof_works(lot, c, p, cost); };
      n = fill_tiles(rows, n, RowRoof, roof_lots, roof_count, pairs, pair_count, works);
    }

    // Every row so far leads to a column, so before the first column n says whether there is a way to one.
    bool at_start = phase == Phase::TurnStart, way = n > 0;
    if (usable(Lantern) && (built > 0 || way)) rows[n++] = RowLantern;
    if (at_start && usable(Dragon)) rows[n++] = RowDragon;
    if (at_start && opens) rows[n++] = RowAlternative;
    if (at_start && !opens && !way) rows[n++] = RowStuck;
    if (built > 0) rows[n++] = RowEnd;
    return n;
  }

  // Writes pay * 3 + pair for every pair of equal cards of the mover; returns how many.
  int fill_pairs(int* pairs) const {
    int n = 0;
    for (int p = 0; p < Colors; p++) n = fill_pair(pairs, n, p * 3, p);
    return n;
  }
  int fill_pair(int* rows, int n, int first, int p) const {
    int shown = cards[seat][p * 2 + Display], hidden = cards[seat][p * 2 + Hand];
    rows[n] = first, n += shown >= 2;
    rows[n] = first + 1, n += shown >= 1 && hidden >= 1;
    rows[n] = first + 2, n += hidden >= 2;
    return n;
  }

  // Tiles or roofs on these lots: first those paid by one card, then those paid by Buddha.
  template <class Works>
  int fill_tiles(int* rows, int n, int block, int* lots, int count, int* pairs, int pair_count, Works works) const {
    for (int i = 0; i < count; i++)
      for (int lot = lots[i], base = color[lot], c = 0; c < Colors && have[seat][base]; c++) {
        if (!tiles[base][c] || !works(lot, c, base, 1)) continue;
        for (int s = 0; s < 2; s++)
          if (cards[seat][base * 2 + s]) rows[n++] = block + lot * 10 + c * 2 + s;
      }
    if (!usable(Buddha)) return n;
    block += RowTileBuddha - RowTile;
    for (int i = 0; i < count; i++)
      for (int lot = lots[i], c = 0; c < Colors; c++)
        for (int k = 0; tiles[color[lot]][c] && k < pair_count; k++)
          if (works(lot, c, pairs[k] / 3, 2)) rows[n++] = block + (lot * 5 + c) * 15 + pairs[k];
    return n;
  }

  int fill_rooftop(int* rows) const {
    int c = roof_color, n = fill_pair(rows, 0, RowRooftop + c * 3, c), pairs[Colors * 3 + 1];
    if (!usable(Rice)) return n;
    int pair_count = fill_pairs(pairs), own[2] = {cards[seat][c * 2 + Display], cards[seat][c * 2 + Hand]};
    for (int s = 0; s < 2; s++)
      for (int i = 0; own[s] && i < pair_count; i++) {
        if (pairs[i] / 3 == c) {  // three cards of one color: enough of them, and one move per set of three
          int pair = pairs[i] % 3, shown = (s == Display) + 2 - pair, hidden = (s == Hand) + pair;
          if (shown > own[Display] || hidden > own[Hand] || (s == Hand && pair != 2)) continue;
        }
        rows[n++] = RowRooftopRice + (c * 2 + s) * 15 + pairs[i];
      }
    return n;
  }

  // Kinds go upwards only; where cards are owed, enough of the same or later kinds must remain.
  int fill_discards(int* rows) const {
    const int8_t* mine = cards[seat];
    int n = 0, top = Kinds - 1;
    for (int rest = mine[top]; rest < owed; rest += mine[top]) top--;
    for (int kind = last_kind; kind <= top; kind++)
      if (mine[kind]) rows[n++] = RowDiscard + kind;
    bool begun = size[seat][Display] + size[seat][Hand] < DisplaySize + hand_goal;  // sizes before the Dragon
    if (phase == Phase::DragonDiscard && begun) rows[n++] = RowDragonDraw;
    return n;
  }

  int fill_free_columns(int* rows) const {
    int n = 0;
    for (int lot = 0; lot < Lots; lot++)
      for (int c = 0; open(lot) && c < Colors; c++)
        if (takes(lot, c)) rows[n++] = RowFreeColumn + lot * 5 + c;
    return n;
  }
  int fill_draws(int* rows) const {
    int n = 0;
    for (int c = 0; c < Colors; c++) rows[n] = first_draw() + c, n += pile[c] > 0;
    return n;
  }
  int first_draw() const { return phase == Phase::DrawHand ? RowDrawHand : RowDrawDisplay; }
  int weight(int row) const { return pile[row - first_draw()]; }  // of a CHANCE row; they add up to pile_size

  // ---- Moves ----
  void take(int kind, int n) {
    cards[seat][kind] = int8_t(cards[seat][kind] - n);
    have[seat][kind / 2] = int8_t(have[seat][kind / 2] - n);
    size[seat][kind % 2] = int8_t(size[seat][kind % 2] - n);
  }
  void pay(int kind) { take(kind, 1); table[kind / 2]++; }
  void pay_pair(int p, int pair) {
    pay(p * 2 + (pair == 2 ? Hand : Display));
    pay(p * 2 + (pair == 0 ? Display : Hand));
  }
  void spend(int a) { ability[seat][a]--; used[a] = true; }
  void pay_by(int a, int r) { pay_pair(r / 3 % 5, r % 3); spend(a); }  // r is a row within its block

  void place_column(int lot, int c) {
    color[lot] = int8_t(c), columns[lot]++, built++;
    score[seat] += floor[lot] + 1;
    if (columns[lot] == ColumnsPerFloor && !tiles_left[c]) complete(lot);
  }

  void place_tile(int lot, int c) {
    int base = color[lot];
    tiles[base][c] = 0;
    score[seat]++;
    if (abilities) ability[seat][base] = 2;
    if (last_floor(lot)) roof_color = c, complete(lot);  // its rooftop is sure to follow at once
    else floor[lot]++, columns[lot] = 0, color[lot] = int8_t(c);
    if (--tiles_left[base] == 0)  // floors waiting for a tile of this color have waited in vain
      for (int other = 0; other < Lots; other++)
        if (full(other) && color[other] == base) complete(other);
  }
  void complete(int lot) { done[lot] = true; completed++; }

  void apply(int row) {
    if (row >= RowDrawDisplay) return apply_draw(row);
    if (row < RowRooftop) phase = Phase::Regular;  // column, tile or roof; a roof goes on to its rooftop below
    if (row < RowColumnRice) {
      pay(row % 10);
      place_column(row / 10, row % 10 / 2);
    } else if (row < RowTile) {
      int r = row - RowColumnRice;
      pay_by(Rice, r);
      place_column(r / 75, r / 15 % 5);
    } else if (row < RowRooftop) {
      bool roof = row >= RowRoof;
      int r = row - (roof ? RowRoof : RowTile), lot, c;
      if (r < RowTileBuddha - RowTile) {
        lot = r / 10, c = r % 10 / 2;
        pay(color[lot] * 2 + r % 2);
      } else {
        r -= RowTileBuddha - RowTile;
        lot = r / 75, c = r / 15 % 5;
        pay_by(Buddha, r);  // before the tile, for a blue tile fills it up again
      }
      place_tile(lot, c);
      if (roof) phase = Phase::Rooftop;
    } else if (row < RowFreeColumn) {
      if (row < RowRooftopRice) {
        pay_pair(roof_color, (row - RowRooftop) % 3);
      } else {
        pay((row - RowRooftopRice) / 15);
        pay_by(Rice, row - RowRooftopRice);
      }
      score[seat] += floors + 1, built++, phase = Phase::Regular;
    } else if (row < RowDiscard) {
      place_column((row - RowFreeColumn) / 5, (row - RowFreeColumn) % 5);
      finish_turn();
    } else if (row < RowLantern) {
      apply_discard(row - RowDiscard);
    } else apply_word(row);
  }

  void apply_discard(int kind) {
    take(kind, 1);
    discards[kind / 2]++, last_kind = kind;
    if (phase == Phase::DragonDiscard || --owed > 0) return;
    if (phase == Phase::AlternativeDiscard) phase = Phase::FreeColumn;
    else finish_turn();
  }

  void apply_word(int row) {
    last_kind = 0;
    switch (row) {
      case RowLantern: spend(Lantern); limit = 4; phase = Phase::Regular; break;
      case RowDragon: spend(Dragon); hand_goal = size[seat][Hand]; phase = Phase::DragonDiscard; break;
      case RowDragonDraw: fill_up(Filling::AfterDragon, hand_goal); break;
      case RowAlternative: owed = DiscardsOwed; phase = Phase::AlternativeDiscard; break;
      case RowStuck: owed = DiscardsOwed; phase = Phase::StuckDiscard; break;
      case RowEnd: finish_turn(); break;
      case RowFan: spend(Fan); fill_up(Filling::AfterFan, FanHandSize); break;
      case RowNoFan: next_turn(); break;
    }
  }

  void apply_draw(int row) {
    int c = row - first_draw();
    pile[c]--;
    take(c * 2 + (phase == Phase::DrawHand ? Hand : Display), -1);
    if (--pile_size == 0)  // the discards become the pile at this very moment, not when a card is next needed
      for (int d = 0; d < Colors; d++) pile_size += pile[d] = discards[d], discards[d] = 0;
    draw_on();
  }

  void finish_turn() {
    for (int c = 0; c < Colors; c++) discards[c] = int8_t(discards[c] + table[c]), table[c] = 0;
    if (seat == 1 && completed >= 3) phase = Phase::Over;
    else fill_up(Filling::Replenish, HandSize);
  }
  void fill_up(Filling why, int goal) { filling = why; hand_goal = goal; draw_on(); }

  // The display first, then the hand; when both are full, whatever follows this filling.
  void draw_on() {
    if (size[seat][Display] < DisplaySize) { phase = Phase::DrawDisplay; return; }
    if (size[seat][Hand] < hand_goal) { phase = Phase::DrawHand; return; }
    if (filling == Filling::AfterDragon) phase = Phase::TurnStart;
    else if (filling == Filling::Replenish && usable(Fan) && size[seat][Hand] < FanHandSize) phase = Phase::FanChoice;
    else if (filling == Filling::SetUp && seat == 0) { seat = 1; phase = Phase::DrawHand; }
    else next_turn();  // after set-up: from seat 1 to seat 0
  }
  void next_turn() {
    seat = 1 - seat, built = 0, limit = 3, phase = Phase::TurnStart;
    memset(used, 0, sizeof used);
  }
};

struct Totals { uint64_t moves = 0, scores[2] = {}; uint32_t checksum = 0; };

static void play(uint64_t seed, uint32_t stream, bool fast, bool simple, bool trace, Totals& totals) {
  Random random(seed, stream);
  Game game(fast, simple);
  uint32_t h = 0;
  int rows[Rows];
  while (!game.over()) {
    int n = game.fill_legal(rows), row;
    if (game.chance()) {
      int x = int(random.below(uint32_t(game.pile_size))), i = 0;
      while ((x -= game.weight(rows[i])) >= 0) i++;
      row = rows[i];
    } else row = rows[random.below(uint32_t(n))];
    if (trace) printf("%d\n", row);
    game.apply(row);
    h = h * 31 + uint32_t(row);
    totals.moves++;
  }
  for (int s = 0; s < 2; s++) h = h * 31 + uint32_t(game.score[s]), totals.scores[s] += uint64_t(game.score[s]);
  totals.checksum += h;
}

[[noreturn]] static void refuse(const char* what, const char* word) {
  fprintf(stderr, "yardstick: %s: %s\n", what, word);
  exit(2);
}

static uint64_t number(const char* option, const char* word, uint64_t most) {
  if (!word) refuse("a number must follow", option);
  if (!*word || word[strspn(word, "0123456789")]) refuse("not a whole number", word);
  errno = 0;
  uint64_t value = strtoull(word, nullptr, 10);
  if (errno || value > most) refuse("number too large", word);
  return value;
}

int main(int argc, char** argv) {
  uint64_t games = 10000, seed = 1, traced = 0;
  bool fast = false, simple = false, trace = false;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--games")) games = number(argv[i], argv[i + 1], UINT32_MAX), i++;
    else if (!strcmp(argv[i], "--seed")) seed = number(argv[i], argv[i + 1], UINT64_MAX), i++;
    else if (!strcmp(argv[i], "--trace")) traced = number(argv[i], argv[i + 1], UINT32_MAX), i++, trace = true;
    else if (!strcmp(argv[i], "--fast")) fast = true;
    else if (!strcmp(argv[i], "--simple")) simple = true;
    else refuse("unknown argument", argv[i]);
  }
  if (games == 0) refuse("at least one game is needed", "--games 0");
  Totals totals;
  if (trace) return play(seed, uint32_t(traced), fast, simple, true, totals), 0;
  auto begin = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < games; i++) play(seed, uint32_t(i), fast, simple, false, totals);
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  double n = double(games), moves = double(totals.moves);
  printf("{\"games\": %llu, \"moves\": %llu, \"seconds\": %.6f, \"games_per_second\": %.1f, "
         "\"moves_per_second\": %.1f, \"checksum\": %u, \"mean_scores\": [%.4f, %.4f], \"mean_moves\": %.4f}\n",
         (unsigned long long)games, (unsigned long long)totals.moves, seconds, n / seconds, moves / seconds,
         totals.checksum, double(totals.scores[0]) / n, double(totals.scores[1]) / n, moves / n);
}
