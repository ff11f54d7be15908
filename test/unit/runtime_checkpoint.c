/*
 * Checkpoints against a model that copies everything: pieces, logged memory, and which checkpoint
 * is gone back to.
 */
#include "runtime/checkpoint.h"

#include <string.h>

#include "check.h"

enum { PIECES = 5, PIECE = 40, CELLS = 64, CELL = 32, STEPS = 60, ROUNDS = 300 };

/* The state: some pieces, and cells that are logged. */
static struct state {
  char pieces[PIECES][PIECE];
  char cells[CELLS][CELL];
} now, then[STEPS + 1];

static size_t ballast_size;
static char ballast[1 << 20];
static unsigned before, after;

static void name_pieces(void) {
  for (int i = 0; i < PIECES; i++)
    checkpoint_piece(now.pieces[i], i == 0 ? PIECE - 3 : PIECE);
  checkpoint_piece(now.pieces[0] + PIECE - 3, 3);
  checkpoint_piece(ballast, ballast_size);
}

static void count_before(void) {
  before++;
}

static void count_after(void) {
  after++;
}

static const struct checkpoint_state state = {name_pieces, count_before, count_after};

static uint32_t random_state = 1;
static uint32_t draw(uint32_t n) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % n;
}

static void change(void) {
  for (uint32_t n = draw(4); n > 0; n--)
    now.pieces[draw(PIECES)][draw(PIECE)] = (char)draw(256);
  for (uint32_t n = draw(4); n > 0; n--) {
    char *cell = now.cells[draw(CELLS)];
    checkpoint_log(cell, CELL);
    cell[draw(CELL)] = (char)draw(256);
  }
}

/* Runs on from `steps` to the end, as the driver does: keep, then step. */
static void run(uint64_t steps) {
  for (; steps < STEPS; steps++) {
    then[steps] = now;
    checkpoint_keep(steps, false);
    change();
  }
  then[STEPS] = now;
}

static void test_random(void) {
  TEST("going back brings exactly a state that was kept, the latest that is early enough");
  unsigned returns = 0;
  checkpoint_reset();
  run(0);
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t wanted = draw(STEPS + 1);
    if (!CHECK(checkpoint_back(wanted)))
      return;
    uint64_t steps = wanted + 1;
    while (steps-- > 0 && memcmp(&now, &then[steps], sizeof now) != 0)
      ;
    if (!CHECK(steps <= wanted))
      return;
    returns += steps == wanted;
    run(steps);
  }
  CHECK(returns > 0);
  CHECK_EQ(before, after);
  CHECK_EQ(before, ROUNDS);
}

int main(void) {
  TEST("without being asked to, nothing is kept");
  checkpoint_keep(0, false);
  CHECK(!checkpoint_back(10));

  checkpoint_init(&state);
  test_random();

  TEST("after a reset there is nothing to go back to");
  checkpoint_reset();
  CHECK(!checkpoint_back(STEPS));

  TEST("a state that was kept later is not gone back to");
  checkpoint_keep(7, false);
  CHECK(!checkpoint_back(6));

  TEST("checkpoints of a large state are further apart");
  ballast_size = 20000;
  checkpoint_reset();
  checkpoint_keep(0, false);
  now.pieces[1][0] = 1;
  checkpoint_keep(1, false);
  now.pieces[1][0] = 2;
  CHECK(checkpoint_back(1));
  CHECK(now.pieces[1][0] != 1);

  TEST("a state that is too large is not kept");
  ballast_size = sizeof ballast;
  checkpoint_reset();
  checkpoint_keep(0, false);
  CHECK(!checkpoint_back(STEPS));
  return check_report();
}
