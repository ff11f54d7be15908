#include "runtime/attempt_trial.h"

#include <string.h>

#include "runtime/access.h"
#include "runtime/liveness.h"
#include "runtime/spinloop.h"
#include "runtime/tried_accesses.h"
#include "runtime/turn_places.h"
#include "runtime/turn_state.h"

enum { MOST_OPERATIONS = 6, MOST_CANDIDATES = ATTEMPT_MOST_VALUES + 5 };

/* What the thread finds in the word, one operation after the other. */
struct path {
  uint32_t n;
  uint64_t value[MOST_OPERATIONS];
  bool as_left[MOST_OPERATIONS]; /* what the operation before has left */
};

/* Where it has come to stand after so many of them. */
struct stood {
  bool reached, reads, tries; /* it reads the word, or tries the same again */
  bool ignores;               /* what the operation finds */
  bool clean;                 /* no plain memory was accessed on the way */
  uint64_t value;             /* of the word */
};

static struct {
  const struct path *path; /* NULL: none is tried */
  uint32_t made;
  struct thread before;
  struct stood stood[MOST_OPERATIONS + 1];
} run;

struct trial_of_attempt {
  struct thread *thread;
  uint64_t addend;
  const struct attempt_values *values;
  uint64_t candidates[MOST_CANDIDATES]; /* these values first */
  bool fails[MOST_CANDIDATES];
  uint32_t n;
};

static uint64_t of_size(uint64_t value, uint32_t size) {
  return size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) : value;
}

static void put(uint64_t value) {
  memcpy((void *)(uintptr_t)run.before.pending.access.addr, &value, run.before.pending.access.size);
}

static uint64_t now(void) {
  return contents(run.before.pending.access.addr, run.before.pending.access.size);
}

static bool tries_the_same(const struct thread *self) {
  const struct thread *before = &run.before;
  return turn_is_attempt(self->pc) && self->hook.pc == self->pc &&
         self->hook.function == before->hook.function && self->hook.order == before->hook.order &&
         self->pending.access.mode == before->pending.access.mode &&
         memcmp(self->operands, before->operands, sizeof self->operands) == 0;
}

bool attempt_goes_on(struct thread *self) {
  if (!run.path)
    return false;
  const bool on_word = self->pending.kind == RV_OP_MEMORY && !self->trial && !self->blocking &&
                       !self->general && self->pending.more_count == 0 &&
                       same_range(&self->pending.access, &run.before.pending.access);
  run.stood[run.made] = (struct stood){.reached = true,
                                       .reads = on_word && self->pending.access.mode == RV_READ,
                                       .tries = on_word && tries_the_same(self),
                                       .ignores = on_word && self->pending.access.mode != RV_READ &&
                                                  liveness_ignores_result(self->pc),
                                       .clean = !tried_accesses_any(),
                                       .value = now()};
  if (run.made == run.path->n)
    return false;
  if (!on_word)
    iteration_leave();
  if (!run.path->as_left[run.made])
    put(run.path->value[run.made]);
  run.made++;
  rt.step.op = self->pending;
  return true;
}

/* --- paths ---------------------------------------------------------------------------------------
 */

static void find(struct path *path, uint64_t value) {
  path->as_left[path->n] = false;
  path->value[path->n++] = value;
}

/* It tries, and takes back. */
static void fail_with(struct path *path, uint64_t value) {
  find(path, value);
  path->as_left[path->n++] = true;
}

/* Where the thread stands at the end of the path. */
static const struct stood *take(const struct trial_of_attempt *trial, const struct path *path,
                                bool second) {
  memset(run.stood, 0, sizeof run.stood);
  run.path = path;
  run.made = 1;
  run.before = *trial->thread;
  iteration_compare(trial->thread, path->value[0], second);
  run.path = NULL;
  return &run.stood[path->n];
}

/* Both lead to the same place, in the same state, with the same done on the way. */
static bool lead_to_the_same(const struct trial_of_attempt *trial, const struct path *a,
                             const struct path *b) {
  iteration_compares_anew();
  return take(trial, a, false)->reached && take(trial, b, true)->reached &&
         iteration_came_to_the_same();
}

static bool fails(const struct trial_of_attempt *trial, uint64_t value) {
  struct path path = {0};
  fail_with(&path, value);
  iteration_compares_anew();
  const struct stood *end = take(trial, &path, false), *taken = &run.stood[1];
  const uint64_t with = of_size(value + trial->addend, trial->thread->pending.access.size);
  return taken->ignores && taken->clean && taken->value == with && end->reached && end->clean &&
         end->value == value && (end->reads || end->tries);
}

/* --- what is compared ----------------------------------------------------------------------------
 */

static void classify(struct trial_of_attempt *trial) {
  const uint32_t size = trial->thread->pending.access.size;
  const uint64_t more[] = {0, 1, UINT64_MAX, trial->addend, 0 - trial->addend};
  for (uint32_t i = 0; i < trial->values->n; i++)
    trial->candidates[trial->n++] = trial->values->value[i];
  for (uint32_t i = 0; i < sizeof more / sizeof *more; i++)
    trial->candidates[trial->n++] = of_size(more[i], size);
  for (uint32_t i = 0; i < trial->n; i++)
    trial->fails[i] = fails(trial, trial->candidates[i]);
}

/* One of the candidates, the last ones first: those are the same whatever the word is. trial->n:
 * there is none. */
static uint32_t some(const struct trial_of_attempt *trial, bool that_fails) {
  for (uint32_t i = trial->n; i-- > 0;)
    if (trial->fails[i] == that_fails)
      return i;
  return trial->n;
}

/* After a failed attempt the thread stands before a read of the word: it waits there. With each
 * value it stays, or goes on to try again; with one that lets it succeed it must not stay. `again`
 * becomes the path that leads there. */
static bool leaves_as_it_should(const struct trial_of_attempt *trial, const struct path *failed,
                                struct path *again) {
  bool known = false;
  for (uint32_t i = 0; i < trial->n; i++) {
    const bool counts = i < trial->values->n;
    struct path path = *failed;
    find(&path, trial->candidates[i]);
    const struct stood *end = take(trial, &path, true);
    const bool leaves = end->reached && end->tries, stays = end->reached && end->reads;
    if (counts && !leaves && !(stays && lead_to_the_same(trial, failed, &path)))
      return false;
    if (i == 0 && !leaves && !trial->fails[0])
      return false;
    if (leaves && known && counts && !lead_to_the_same(trial, again, &path))
      return false;
    if (leaves && !known)
      *again = path;
    known |= leaves;
  }
  return known;
}

/* A failed attempt leads to the same state whatever it has found, and another one back there. */
static bool failures_are_alike(const struct trial_of_attempt *trial, const struct path *failed,
                               const struct path *again) {
  for (uint32_t i = 0; i < trial->values->n; i++) {
    struct path once = {0}, twice = *again;
    if (!trial->fails[i])
      continue;
    fail_with(&once, trial->candidates[i]);
    fail_with(&twice, trial->candidates[i]);
    if (!lead_to_the_same(trial, failed, &once) || !lead_to_the_same(trial, failed, &twice))
      return false;
  }
  return true;
}

/* An attempt that succeeds does the same after one that has failed. */
static bool succeeds_alike(const struct trial_of_attempt *trial, const struct path *again,
                           uint64_t value) {
  struct path at_once = {0}, later = *again;
  find(&at_once, value);
  find(&later, value);
  return lead_to_the_same(trial, &at_once, &later);
}

/* It fails, or does what it does with the word as it is. */
static bool others_make_no_difference(const struct trial_of_attempt *trial) {
  for (uint32_t i = 1; i < trial->values->n; i++) {
    struct path as_it_is = {0}, with_others = {0};
    if (trial->fails[i])
      continue;
    find(&as_it_is, trial->candidates[0]);
    find(&with_others, trial->candidates[i]);
    if (trial->fails[0] || !lead_to_the_same(trial, &as_it_is, &with_others))
      return false;
  }
  return true;
}

static bool fits(const struct trial_of_attempt *trial) {
  const uint32_t failing = some(trial, true), succeeding = some(trial, false);
  if (failing == trial->n || succeeding == trial->n)
    return false;
  struct path failed = {0};
  fail_with(&failed, trial->candidates[failing]);
  struct path again = failed;
  iteration_compares_anew();
  if (take(trial, &failed, false)->reads && !leaves_as_it_should(trial, &failed, &again))
    return false;
  return failures_are_alike(trial, &failed, &again) &&
         succeeds_alike(trial, &again, trial->candidates[succeeding]) &&
         (trial->fails[0] || succeeds_alike(trial, &again, trial->candidates[0])) &&
         others_make_no_difference(trial);
}

bool attempt_adds(struct thread *thread, uint64_t *addend) {
  const uint32_t size = thread->pending.access.size;
  if (!iteration_begin_comparing(thread))
    return false;
  iteration_compares_anew();
  *addend = iteration_compare(thread, 0, false);
  const uint64_t other = iteration_compare(thread, 5, false) - 5;
  iteration_end_comparing(thread);
  return *addend && of_size(other, size) == *addend;
}

enum attempt_result attempt_try(struct thread *thread, const struct attempt_values *values,
                                uint64_t *failing) {
  struct trial_of_attempt trial = {.thread = thread, .values = values};
  *failing = 0;
  if (!iteration_begin_comparing(thread))
    return ATTEMPT_TELLS;
  trial.addend = values->addend;
  classify(&trial);
  const bool fit = fits(&trial);
  iteration_end_comparing(thread);
  for (uint32_t i = 0; i < values->n; i++)
    *failing |= (uint64_t)trial.fails[i] << i;
  return !fit ? ATTEMPT_TELLS : trial.fails[0] ? ATTEMPT_FAILS : ATTEMPT_SUCCEEDS;
}
