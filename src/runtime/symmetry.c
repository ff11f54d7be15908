#include "runtime/symmetry.h"

#include <stdio.h>
#include <string.h>

#include "runtime/checkpoint.h"
#include "runtime/datarace.h"
#include "runtime/heap.h"
#include "runtime/restore.h"
#include "runtime/signals.h"
#include "runtime/thread_names.h"

/* What is known of a thread of this execution. Threads are numbered from 1 here; 0: none. */
struct kin {
  rv_tid lower, upper;   /* its twins: the one before and the one after */
  rv_tid eldest;         /* the first of all its twins; itself, if it has none */
  rv_tid creator;        /* who created it, */
  rv_tid child, sibling; /* the last thread that it created; the one that was created before it */
  uint64_t turns;        /* of its creator, when it was created */
  uint64_t time, stack_size;
  uint64_t inherited; /* what it has from its creator: hash of its signal mask and its name */
  uint64_t argument, size,
      contents; /* its argument; if that is an object of its own, which it is */
  /* Of the eldest alone: */
  uint32_t twins, joined; /* how many there are; how many of them have been joined, */
  rv_tid joiner;          /* by whom, */
  uint64_t joined_at;     /* and at which of its turns */
};

static struct kin kin[SHARED_MAX_THREADS];
rv_tid symmetry_used;

static struct kin *kin_of(rv_tid number) {
  return &kin[number - 1];
}

/* Looks at few executions beside the search, with a bound or at random, do without. */
static bool is_on(void) {
  const struct request *request = &rt.shared->request;
  const struct rv_options *explorer = &request->explorer;
  return unlikely(explorer->symmetry) && !explorer->preemptions && !explorer->sample &&
         request->task == TASK_EXPLORE && !*rt.shared->told_apart;
}

static bool is_twin(rv_tid tid) {
  return tid < symmetry_used && (kin[tid].lower || kin[tid].upper);
}

static void tell_threads_apart(const char *by) {
  snprintf(rt.shared->told_apart, sizeof rt.shared->told_apart, "%s", by);
  rv_facts_add(&rt.shared->facts, (struct rv_fact){.kind = FACT_TOLD_APART}, true);
  rt.spun = true;
}

void symmetry_told_apart(const struct thread *thread, const char *by) {
  if (unlikely(symmetry_used) && is_twin(thread->tid) && is_on())
    tell_threads_apart(by);
}

void symmetry_is_none(void *self, rv_tid thread) {
  (void)self;
  (void)thread;
  if (is_on())
    tell_threads_apart("threads that have done the same go on in different ways");
}

/* --- creation ------------------------------------------------------------------------------------
 */

static uint64_t hash_of(const void *memory, uint64_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint64_t i = 0; i < size; i++)
    hash = (hash ^ ((const uint8_t *)memory)[i]) * UINT64_C(0x100000001b3);
  return hash;
}

/* A thread of C++ is started by the library, with an object that nobody else knows. */
static void describe_argument(const struct thread *thread, struct kin *its) {
  struct heap_block block;
  const uint64_t argument = (uintptr_t)thread->argument;
  its->argument = argument;
  if (in_program((uintptr_t)thread->start) || !heap_contains(argument) ||
      !heap_find(argument, &block) || block.start != argument)
    return;
  its->size = block.size;
  its->contents = hash_of(thread->argument, block.size);
}

static uint64_t inherited_by(rv_tid tid) {
  struct {
    uint64_t mask;
    char name[THREAD_NAME];
  } its = {.mask = signals_mask_of(tid)};
  thread_names_get(tid, its.name);
  return hash_of(&its, sizeof its);
}

static bool is_same_argument(const struct kin *a, const struct kin *b) {
  return a->size ? a->size == b->size && a->contents == b->contents : a->argument == b->argument;
}

static bool are_twins(rv_tid number, const struct thread *child, const struct kin *its) {
  const struct kin *const other = kin_of(number);
  const struct thread *const thread = &rt.threads[number - 1];
  return !other->upper && thread->start == child->start && thread->detached == child->detached &&
         other->time == its->time && other->stack_size == its->stack_size &&
         other->inherited == its->inherited && is_same_argument(other, its);
}

/* The upper twin knows what the lower one knew when it began: what their creator has done since is
 * known to neither. */
static void become_twins(rv_tid lower, rv_tid child) {
  struct kin *const eldest = kin_of(kin_of(lower)->eldest);
  kin_of(lower)->upper = child;
  kin_of(child)->lower = lower;
  kin_of(child)->eldest = kin_of(lower)->eldest;
  eldest->twins++;
  rt.shared->twins_seen = 1;
  if (rt.races == RACES_REPORT)
    datarace_thread_begin_as(child - 1, lower - 1);
}

void symmetry_created(struct thread *child, size_t stack_size) {
  if (likely(!is_on()))
    return;
  if (rt.ends_shown) {
    tell_threads_apart("some thread does not wait for as long as it takes to join another");
    return;
  }
  struct thread *const parent = rt.current;
  const rv_tid number = child->tid + 1;
  symmetry_told_apart(parent, "one creates threads itself");
  symmetry_used = symmetry_used < rt.high ? rt.high : symmetry_used;
  struct kin *const its = kin_of(number), *const creator = &kin[parent->tid];
  *its = (struct kin){.eldest = number,
                      .creator = parent->tid + 1,
                      .sibling = creator->child,
                      .turns = parent->turns,
                      .time = child->time,
                      .stack_size = stack_size,
                      .inherited = inherited_by(child->tid),
                      .twins = 1};
  creator->child = number;
  describe_argument(child, its);
  rv_tid other = its->sibling;
  while (other && kin_of(other)->turns == its->turns && !are_twins(other, child, its))
    other = kin_of(other)->sibling;
  if (other && kin_of(other)->turns == its->turns)
    become_twins(other, number);
}

/* --- joining -------------------------------------------------------------------------------------
 */

/* Who joins twins one after the other, and does nothing in between that can be seen, does not tell
 * them apart. */
static void check_joiner(struct kin *eldest, const struct thread *joiner) {
  if (eldest->joined && (eldest->joiner != joiner->tid + 1 || eldest->joined_at != joiner->turns))
    tell_threads_apart("they are joined one by one, with other steps in between");
  eldest->joiner = joiner->tid + 1;
  eldest->joined_at = joiner->turns;
}

bool symmetry_joined_slowly(struct thread *joiner, struct thread *ended) {
  if (!is_twin(ended->tid) || !is_on())
    return false;
  struct kin *const eldest = kin_of(kin[ended->tid].eldest);
  check_joiner(eldest, joiner);
  eldest->joined++;
  if (rt.races == RACES_REPORT && eldest->joined == eldest->twins)
    for (rv_tid twin = kin[ended->tid].eldest; twin; twin = kin_of(twin)->upper)
      datarace_thread_join(joiner->tid, twin - 1);
  return true;
}

void symmetry_result(const struct thread *ended) {
  if (likely(!symmetry_used) || !is_twin(ended->tid))
    return;
  for (rv_tid twin = kin[ended->tid].eldest; twin; twin = kin_of(twin)->upper)
    if (rt.threads[twin - 1].joined && rt.threads[twin - 1].result != ended->result)
      symmetry_told_apart(ended, "they return different results, which are looked at");
}

static bool is_joined_in_part(const struct kin *its) {
  return its->joined && its->joined < its->twins;
}

static bool waits_for_twin_of(const struct thread *thread, rv_tid eldest) {
  return thread->state == THREAD_JOINING && kin[thread->joining].eldest == eldest;
}

void symmetry_ended(void) {
  for (rv_tid tid = 0; tid < symmetry_used; tid++)
    if (is_joined_in_part(&kin[tid]) &&
        !waits_for_twin_of(&rt.threads[kin[tid].joiner - 1], tid + 1) && is_on())
      tell_threads_apart("some are joined and some are not");
}

/* What its creator wrote for a thread alone, before it created it, is known to that thread. */
static bool is_own_argument(const struct datarace *race, rv_tid tid) {
  return tid < symmetry_used && race->addr - kin[tid].argument < kin[tid].size;
}

/* Also in the rest of an execution in which they were told apart. */
bool symmetry_explains(const struct datarace *race) {
  if (likely(!symmetry_used))
    return false;
  if (is_own_argument(race, rt.current->tid) || is_own_argument(race, race->other))
    return true;
  const rv_tid one = race->other + 1, other = rt.current->tid + 1;
  bool explains = !is_on();
  for (rv_tid tid = 0; tid < symmetry_used; tid++)
    explains |= is_joined_in_part(&kin[tid]) ||
                (kin[tid].lower && (kin[tid].creator == one || kin[tid].creator == other));
  if (explains && is_on())
    tell_threads_apart("who creates them shares plain memory with other threads meanwhile");
  return explains;
}

/* --- for the explorer ----------------------------------------------------------------------------
 */

rv_tid symmetry_twin(void *self, rv_tid thread) {
  (void)self;
  return thread < symmetry_used && is_on() ? kin[thread].lower - 1 : RV_NO_THREAD;
}

uint64_t symmetry_relative(void *self, rv_tid thread, uint64_t address) {
  (void)self;
  enum region { STACK = 1, HEAP, ARGUMENT };
  const uint64_t in_stack = address - (SHARED_STACKS_BASE + thread * SHARED_STACK_STRIDE),
                 in_heap = address - (HEAP_BASE + thread * HEAP_REGION_SIZE),
                 in_argument = address - kin[thread].argument;
  if (in_stack < SHARED_STACK_STRIDE)
    return in_stack | (uint64_t)STACK << 62;
  if (in_heap < HEAP_REGION_SIZE)
    return in_heap | (uint64_t)HEAP << 62;
  return in_argument < kin[thread].size ? in_argument | (uint64_t)ARGUMENT << 62 : address;
}

void symmetry_reset(void) {
  memset(kin, 0, symmetry_used * sizeof *kin);
  symmetry_used = 0;
}

void symmetry_pieces(void) {
  if (!symmetry_used)
    return;
  checkpoint_piece(&symmetry_used, sizeof symmetry_used);
  checkpoint_piece(kin, symmetry_used * sizeof *kin);
}
