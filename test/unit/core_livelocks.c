/*
 * Livelocks in systems in which states come again (core_cyclic.h). By brute force there is a fair
 * cycle if, for some set of threads that go on for ever, a state can be left and come back to by
 * steps of all of them, through states in which none of the others can go on. If some value of a
 * choice leads to where there is no way back, the choice is not made on the way. The same of random
 * graphs of states, which no program needs to have. Arguments: the first seed, and how many.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "core/state_graph.h"
#include "core_cyclic.h"
#include "core_toy.h"

enum { SEEDS = 300, NUMBERS = 1 << (2 * (CELLS + THREADS + THREADS)) };

/* All states that can be reached, and the steps between them. */
struct edge {
  uint32_t from, to;
  unsigned thread;
  bool chooses, left_out;
};
static uint32_t number_of[NUMBERS]; /* from 1; 0: none */
static struct cyclic_state states[NUMBERS];
static unsigned enabled_at[NUMBERS]; /* threads, as bits */
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
  memset(enabled_at, 0, sizeof enabled_at);
  n_states = n_edges = 0;
  state_number(&(struct cyclic_state){0});
  for (uint32_t i = 0; i < n_states; i++)
    for (unsigned t = 0; t < THREADS; t++) {
      if (!cyclic_can_go_on(s, &states[i], t))
        continue;
      enabled_at[i] |= 1U << t;
      const bool chooses = s->code[t][states[i].pc[t]].kind == CHOOSE;
      for (uint32_t choice = 0; choice < (chooses ? 2 : 1); choice++) {
        const struct cyclic_state after = cyclic_after(s, states[i], t, choice);
        edges[n_edges++] = (struct edge){i, state_number(&after), t, chooses, false};
      }
    }
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

static bool has_livelock(void) {
  static bool allowed[NUMBERS];
  for (unsigned set = 1; set < 1U << THREADS; set++) {
    for (uint32_t i = 0; i < n_states; i++)
      allowed[i] = !(enabled_at[i] & ~set); /* nobody else could go on there */
    for (uint32_t i = 0; i < n_states; i++)
      if (allowed[i] && goes_round(i, allowed, set))
        return true;
  }
  return false;
}

/* --- random graphs ------------------------------------------------------------------------------
 */

enum { GRAPH_STATES = 6 };

/* From each state threads lead to any other; from some, one of two values of a choice. */
static void make_up_graph(uint64_t seed) {
  bool reached[GRAPH_STATES] = {true};
  n_states = GRAPH_STATES;
  n_edges = 0;
  for (uint32_t i = 0; i < GRAPH_STATES; i++) {
    enabled_at[i] = (unsigned)rv_random_below(&seed, 1U << THREADS);
    for (unsigned t = 0; t < THREADS; t++) {
      const unsigned ways = rv_random_below(&seed, 6) ? 1 : 2;
      for (unsigned w = 0; w < ways && enabled_at[i] >> t & 1; w++)
        edges[n_edges++] =
            (struct edge){i, (uint32_t)rv_random_below(&seed, GRAPH_STATES), t, ways == 2, false};
    }
  }
  for (unsigned round = 0; round < GRAPH_STATES; round++)
    for (uint32_t i = 0; i < n_edges; i++)
      reached[edges[i].to] |= reached[edges[i].from];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n_edges; i++)
    if (reached[edges[i].from])
      edges[kept++] = edges[i];
  n_edges = kept;
}

/* The steps are one way through the graph, whose last part is a fair cycle and its first step. */
static bool is_fair_way(const struct rv_graph_way *way, const struct rv_graph_state *first) {
  const struct rv_graph_step *steps[8 * GRAPH_STATES * THREADS];
  unsigned n = 0;
  for (; way; way = way->next) {
    if (way->step->from != (n ? steps[n - 1]->to : first))
      return false;
    steps[n++] = way->step;
  }
  uint64_t could_go_on = 0, went_on = 0;
  for (unsigned i = n - 1; i-- > 0;) {
    could_go_on |= steps[i]->from->enabled;
    went_on |= UINT64_C(1) << steps[i]->thread;
    if (steps[i] == steps[n - 1] && !(could_go_on & ~went_on))
      return true;
  }
  return false;
}

/* 0: right; 1: a cycle is lost; 2: one is made up; 3: it is not fair. */
static unsigned judge_graph(void) {
  struct rv_state_graph graph = {0};
  struct rv_graph_state *all[GRAPH_STATES];
  rv_state_graph_init(&graph, &toy_memory);
  for (uint32_t i = 0; i < GRAPH_STATES; i++)
    all[i] = rv_graph_state_add(&graph, enabled_at[i]);
  for (uint32_t i = 0; i < n_edges; i++)
    rv_graph_step_add(
        &graph, all[edges[i].from], all[edges[i].to],
        &(struct rv_replay){.thread = edges[i].thread,
                            .op.kind = edges[i].chooses ? RV_OP_CHOOSE : RV_OP_MEMORY});
  const struct rv_graph_way *const way = rv_fair_cycle(&graph);
  const unsigned wrong = !way != !has_livelock()            ? (way ? 2 : 1)
                         : way && !is_fair_way(way, all[0]) ? 3
                                                            : 0;
  toy_release();
  return wrong;
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
    reach_all(&s);
    const bool is_there = has_livelock();
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

  TEST("of any graph of states a fair cycle is found if there is one");
  uint64_t wrongs[4] = {0};
  for (uint64_t seed = first; seed < first + 10 * n; seed++) {
    make_up_graph(seed);
    wrongs[judge_graph()]++;
  }
  CHECK_EQ(wrongs[1], 0);
  CHECK_EQ(wrongs[2], 0);
  CHECK_EQ(wrongs[3], 0);
  return check_report();
}
