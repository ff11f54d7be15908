/*
 * Searches that remember states, on systems in which states come again (core_cyclic.h). Brute force
 * is `naive --stateful`, which explores every step of every state once. Dynamic reduction must
 * bring every thread to all the local states that it can reach, and the system to all states in
 * which nothing goes on. An argument: the first seed.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core_cyclic.h"

enum { SEEDS = 40 };

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  static struct cyclic all, s;
  unsigned lost_locals = 0, lost_finals = 0, unfinished = 0;
  TEST("a stateful search with dynamic reduction leaves nothing out where states come again");
  for (uint64_t seed = first; seed < first + SEEDS; seed++) {
    cyclic_make_up(&all, seed, CHOOSE);
    cyclic_explore(&all, (struct rv_options){.algorithm = RV_NAIVE});
    for (unsigned i = 0; i < 2 * RV_ORDERS; i++) {
      cyclic_make_up(&s, seed, CHOOSE);
      unfinished += cyclic_explore(&s, (struct rv_options){.algorithm = RV_DPOR,
                                                           .no_sleep = i % 2,
                                                           .order = i / 2,
                                                           .seed = seed}) != RV_DONE;
      lost_locals += memcmp(s.local, all.local, sizeof s.local) != 0;
      lost_finals += memcmp(s.final, all.final, sizeof s.final) != 0;
    }
  }
  CHECK_EQ(unfinished, 0);
  CHECK_EQ(lost_locals, 0);
  CHECK_EQ(lost_finals, 0);
  return check_report();
}
