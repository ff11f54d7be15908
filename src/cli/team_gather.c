/* What the members of a team have found, in one place. */
#include <string.h>

#include "cli/inputs.h"
#include "cli/team.h"

static uint32_t at_most(uint32_t n, uint32_t most) {
  return n < most ? n : most;
}

/* --- errors ---------------------------------------------------------------------------------- */

/* The schedule, to the search's; false if there is no room. */
static bool copy_schedule(const struct memory *from, struct memory *to,
                          struct shared_error *error) {
  const uint64_t first = to->shared->schedules_used, n = error->schedule_length;
  struct part source = memory_schedule(from, error->schedule_first, n),
              target = memory_schedule(to, first, n);
  const bool good = !n || (source.first && target.first);
  if (good && n)
    memcpy(target.first, source.first, n * sizeof(struct shared_choice));
  if (good)
    to->shared->schedules_used += n;
  error->schedule_first = first;
  part_free(&source);
  part_free(&target);
  return good;
}

static bool is_known(const struct shared *search, const struct shared_error *error) {
  for (uint32_t i = 0; i < search->n_errors; i++)
    if (error_is_same(&search->errors[i], error))
      return true;
  return false;
}

/* An error may have come up in an execution that found something out. Such facts are known to the
 * search by their place in its list, if nobody else has added to it. If somebody has, the search
 * begins again, and finds the error again. */
static bool takes_facts(const struct team *team, struct shared *search,
                        const struct shared_error *error, const struct shared *from) {
  if (error->n_facts_met <= team->facts)
    return true;
  if (search->facts.n == team->facts)
    for (; search->facts.n < from->facts.n; search->facts.n++)
      search->facts.at[search->facts.n] = from->facts.at[search->facts.n];
  return error->n_facts_met <= search->facts.n &&
         memcmp(search->facts.at, from->facts.at, error->n_facts_met * sizeof *from->facts.at) == 0;
}

static void gather_errors(struct team *team, uint32_t i) {
  struct member *const member = &team->members[i];
  struct memory *const search = &team->members[0].memory;
  const struct shared *const from = member->memory.shared;
  for (; member->taken < at_most(from->n_errors, SHARED_MAX_ERRORS); member->taken++) {
    struct shared_error error = from->errors[member->taken];
    if (search->shared->n_errors < SHARED_MAX_ERRORS && !is_known(search->shared, &error) &&
        takes_facts(team, search->shared, &error, from) &&
        copy_schedule(&member->memory, search, &error))
      search->shared->errors[search->shared->n_errors++] = error;
  }
}

/* --- what was found out ---------------------------------------------------------------------- */

static bool is_same_fact(const struct rv_fact *a, const struct rv_fact *b) {
  return a->kind == b->kind && a->size == b->size && a->value == b->value;
}

static void add_fact(struct rv_facts *to, uint32_t from, const struct rv_fact *fact) {
  for (uint32_t i = from; i < to->n; i++)
    if (is_same_fact(&to->at[i], fact))
      return;
  if (to->n < RV_MAX_FACTS)
    to->at[to->n++] = *fact;
}

static void unite_facts(struct team *team) {
  struct rv_facts *const all = &team->members[0].memory.shared->facts;
  for (uint32_t i = 1; i < team->n; i++) {
    const struct rv_facts *const own = &team->members[i].memory.shared->facts;
    for (uint32_t k = team->facts; k < at_most(own->n, RV_MAX_FACTS); k++)
      add_fact(all, team->facts, &own->at[k]);
  }
  for (uint32_t i = 1; i < team->n; i++) {
    struct rv_facts *const own = &team->members[i].memory.shared->facts;
    for (uint32_t k = team->facts; k < all->n; k++)
      own->at[k] = all->at[k];
    own->n = own->known = all->n;
  }
  all->known = team->facts = all->n;
}

/* --- what is said of the program ------------------------------------------------------------- */

static void gather_remarks(const struct shared *from, struct shared *to) {
  for (uint32_t i = 0; i < at_most(from->n_remarks, SHARED_MAX_REMARKS); i++) {
    const struct shared_remark *const remark = &from->remarks[i];
    uint32_t k = 0;
    while (k < to->n_remarks &&
           (to->remarks[k].kind != remark->kind || to->remarks[k].pc != remark->pc))
      k++;
    if (k == to->n_remarks && k < SHARED_MAX_REMARKS)
      to->remarks[to->n_remarks++] = *remark;
  }
}

static void gather_conds(const struct shared *from, struct shared *to) {
  to->conds_unknown |= from->conds_unknown;
  for (uint32_t i = 0; i < at_most(from->n_conds, SHARED_MAX_CONDS); i++) {
    const struct shared_cond *const cond = &from->conds[i];
    uint32_t k = 0;
    while (k < to->n_conds && to->conds[k].addr != cond->addr)
      k++;
    if (k == SHARED_MAX_CONDS) {
      to->conds_unknown = 1;
    } else if (k == to->n_conds) {
      to->conds[to->n_conds++] = *cond;
    } else {
      to->conds[k].waited |= cond->waited;
      if (!to->conds[k].signalled_at)
        to->conds[k].signalled_at = cond->signalled_at;
    }
  }
}

static void gather_uncovered(const struct shared *from, struct shared *to) {
  for (uint32_t i = 0; i < at_most(from->n_not_covered, SHARED_MAX_NOT_COVERED); i++) {
    uint32_t k = 0;
    while (k < to->n_not_covered && strcmp(to->not_covered[k], from->not_covered[i]) != 0)
      k++;
    if (k == to->n_not_covered && k < SHARED_MAX_NOT_COVERED)
      memcpy(to->not_covered[to->n_not_covered++], from->not_covered[i], SHARED_SENTENCE);
  }
}

static void gather_unknown(const struct shared *from, struct shared *to) {
  for (uint32_t i = 0; i < at_most(from->n_unknown, SHARED_MAX_UNKNOWN); i++) {
    uint32_t k = 0;
    while (k < to->n_unknown && strcmp(to->unknown[k], from->unknown[i]) != 0)
      k++;
    if (k == to->n_unknown && k < SHARED_MAX_UNKNOWN)
      memcpy(to->unknown[to->n_unknown++], from->unknown[i], SHARED_FUNCTION);
  }
}

static void gather_inputs(const struct shared *from, struct shared *to) {
  for (uint32_t i = 0; i < at_most(from->n_inputs, SHARED_MAX_INPUTS); i++)
    input_add(to, from->inputs[i].kind, from->inputs[i].name);
}

static void gather_names(const struct shared *from, struct shared *to) {
  for (uint32_t i = 0; i < at_most(from->n_threads, to->n_threads); i++)
    if (!*to->threads[i].name)
      memcpy(to->threads[i].name, from->threads[i].name, THREAD_NAME);
}

void team_gather_remarks(struct team *team) {
  struct shared *const to = team->members[0].memory.shared;
  for (uint32_t i = 1; i < team->n; i++) {
    const struct shared *const from = team->members[i].memory.shared;
    gather_remarks(from, to);
    gather_conds(from, to);
    gather_uncovered(from, to);
    gather_unknown(from, to);
    gather_inputs(from, to);
    gather_names(from, to);
    to->plain_shared |= from->plain_shared;
    to->bounds_met |= from->bounds_met;
  }
}

void team_gather(struct team *team) {
  for (uint32_t i = 1; i < team->n; i++)
    gather_errors(team, i);
  unite_facts(team);
  team_gather_remarks(team);
}

/* --- counts ---------------------------------------------------------------------------------- */

void team_stats(const struct team *team, struct rv_stats *stats) {
  *stats = (struct rv_stats){0};
  rv_parts_stats(&team->tasks->parts, stats);
  for (uint32_t i = 0; i < team->n; i++)
    if (rv_parts_are_busy(&team->tasks->parts, i))
      rv_stats_add(stats, &team->members[i].memory.shared->stats);
  stats->restarts += team->restarts;
}
