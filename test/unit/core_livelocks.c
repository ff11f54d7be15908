/*
 * Livelocks in systems in which states come again (core_cyclic.h). By brute force there is a fair
 * cycle if, for some set of threads that go on for ever, a state can be left and come back to by
 * steps of all of them, through states in which none of the others can go on. If some value of a
 * choice leads to where there is no way back, the choice is not made on the way. Arguments: the
 * first seed, and how many.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core_cyclic.h"

enum { SEEDS = 300, NUMBERS = 1 << (2 * (CELLS + THREADS + THREADS)) };

/* All states that can be reached, and the steps between them. */
struct edge {
  uint32_t from, to;
  unsigned thread;
  bool chooses, left_out;
};
static uint32_t number_of[NUMBERS]; /* from 1; 0: none */
static struct cyclic_state states[NUMBERS];
static struct edge edges[NUMBERS];
static uint32_t n_states, n_edges;

static uint32_t key(const struct cyclic_state *state) {
  uint32_t key = 0;
  for (unsigned i = 0; i < sizeof *state; i++)
    key = key << 2 | ((const uint8_t *)state)[i];
  return key;
}

static uint32_t state_number(const struct cyclic_state *state) {
  uint32_t *const number = &number_of[key(state)];
  if (!*number) {
    states[n_states] = *state;
    *number = ++n_states;
  }
  return *number - 1;
}

static void reach_all(const struct cyclic *s) {
  memset(number_of, 0, sizeof number_of);
  n_states = n_edges = 0;
  state_number(&(struct cyclic_state){0});
  for (uint32_t i = 0; i < n_states; i++)
    for (unsigned t = 0; t < THREADS; t++) {
      if (!cyclic_can_go_on(s, &states[i], t))
        continue;
      const bool chooses = s->code[t][states[i].pc[t]].kind == CHOOSE;
      for (uint32_t choice = 0; choice < (chooses ? 2 : 1); choice++) {
        const struct cyclic_state after = cyclic_after(s, states[i], t, choice);
        edges[n_edges++] = (struct edge){i, state_number(&after), t, chooses, false};
      }
    }
}

/* Nobody else could go on there. */
static bool is_allowed(const struct cyclic *s, uint32_t state, unsigned set) {
  for (unsigned t = 0; t < THREADS; t++)
    if (!(set >> t & 1) && cyclic_can_go_on(s, &states[state], t))
      return false;
  return true;
}

/* Marks what can be reached from a state, or what it can be reached from. */
static void mark(uint32_t from, bool backwards, const bool *allowed, unsigned set, bool *marked) {
  bool more = true;
  memset(marked, 0, n_states);
  marked[from] = true;
  while (more) {
    more = false;
    for (uint32_t i = 0; i < n_edges; i++) {
      const struct edge *const e = &edges[i];
      const uint32_t a = backwards ? e->to : e->from, b = backwards ? e->from : e->to;
      if (!e->left_out && set >> e->thread & 1 && allowed[a] && allowed[b] && marked[a] &&
          !marked[b])
        more = marked[b] = true;
    }
  }
}

static bool choice_leads_out(const struct edge *of, const bool *around) {
  for (uint32_t i = 0; i < n_edges; i++)
    if (edges[i].from == of->from && edges[i].thread == of->thread && !around[edges[i].to])
      return true;
  return false;
}

/* Whether steps of all threads of the set lead round from a state, and no choice leads out. */
static bool goes_round(uint32_t from, const bool *allowed, unsigned set) {
  static bool after[NUMBERS], before[NUMBERS];
  bool left_out = true;
  unsigned go_on = 0;
  for (uint32_t i = 0; i < n_edges; i++)
    edges[i].left_out = false;
  while (left_out) {
    left_out = false;
    go_on = 0;
    mark(from, false, allowed, set, after);
    mark(from, true, allowed, set, before);
    for (uint32_t i = 0; i < n_states; i++)
      after[i] &= before[i];
    for (uint32_t i = 0; i < n_edges; i++) {
      struct edge *const e = &edges[i];
      if (e->left_out || !(set >> e->thread & 1) || !after[e->from] || !after[e->to])
        continue;
      if (e->chooses && choice_leads_out(e, after))
        left_out = e->left_out = true;
      go_on |= 1U << e->thread;
    }
  }
  return go_on == set;
}

static bool has_livelock(const struct cyclic *s) {
  static bool allowed[NUMBERS];
  reach_all(s);
  for (unsigned set = 1; set < 1U << THREADS; set++) {
    for (uint32_t i = 0; i < n_states; i++)
      allowed[i] = is_allowed(s, i, set);
    for (uint32_t i = 0; i < n_states; i++)
      if (allowed[i] && goes_round(i, allowed, set))
        return true;
  }
  return false;
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  const uint64_t n = argc > 2 ? strtoull(argv[2], NULL, 0) : SEEDS;
  static struct cyclic s;
  uint64_t lost = 0, made_up = 0, unfair = 0, found = 0, other_states = 0;
  TEST("a fair cycle is found if there is one, and the execution goes round it");
  for (uint64_t seed = first; seed < first + n; seed++) {
    struct rv_options options = {
        .algorithm = RV_NAIVE, .livelocks = true, .order = seed % RV_ORDERS, .seed = seed};
    cyclic_make_up(&s, seed, seed % 2 ? CHOOSE : CHOOSE + 1);
    const bool is_there = has_livelock(&s);
    const enum rv_progress progress = cyclic_explore(&s, options);
    lost += is_there && progress != RV_STOPPED;
    made_up += !is_there && progress != RV_DONE;
    unfair += s.goes_round != s.fairly;
    found += s.fairly;
    bool local[LOCALS], final[FINALS];
    memcpy(local, s.local, sizeof local);
    memcpy(final, s.final, sizeof final);
    options.livelocks = false;
    cyclic_explore(&s, options);
    other_states += memcmp(s.local, local, sizeof local) || memcmp(s.final, final, sizeof final);
  }
  CHECK_EQ(lost, 0);
  CHECK_EQ(made_up, 0);
  CHECK_EQ(unfair, 0);
  CHECK_EQ(other_states, 0);
  CHECK(argc > 1 || (found > 20 && found + 20 < n));
  return check_report();
}
