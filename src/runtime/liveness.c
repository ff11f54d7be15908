#define _GNU_SOURCE
#include "runtime/liveness.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "runtime/local_state.h"
#include "runtime/real.h"
#include "runtime/restore.h"
#include "runtime/tls.h"
#include "runtime/unused_result.h"

/* --- asking --------------------------------------------------------------------------------------
 */

static void signal_supervisor(int number) {
  REAL(kill)((pid_t)rt.shared->supervisor, number);
}

static void sleep_briefly(long nanoseconds) {
  REAL(nanosleep)(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

/* Both functions are looked up before the program runs: dlsym() changes what dlerror() says. */
void liveness_init(void) {
  signal_supervisor(0);
  sleep_briefly(0);
}

/* The supervisor is woken by what would tell it that a worker has ended. The watchdog's tick
 * interrupts the sleep, and errno is the program's: part of the state that is to be compared. */
static void ask(uint64_t pc) {
  const int error = errno;
  struct shared *shared = rt.shared;
  __atomic_store_n(&shared->asked, pc, __ATOMIC_SEQ_CST);
  signal_supervisor(SIGCHLD);
  while (__atomic_load_n(&shared->asked, __ATOMIC_SEQ_CST))
    sleep_briefly(50000);
  errno = error;
}

static const struct shared_liveness *liveness_find(uint64_t pc) {
  const struct shared *shared = rt.shared;
  for (uint32_t i = 0; i < shared->n_liveness; i++)
    if (shared->liveness[i].pc == pc)
      return &shared->liveness[i];
  return NULL;
}

/* NULL: there is none, such as of what is below the first function of a thread. */
static const struct shared_liveness *answer_at(uint64_t pc) {
  if (!in_program(pc))
    return NULL;
  enum { SLOTS = 256 };
  static const struct shared_liveness *cache[SLOTS];
  const struct shared_liveness **slot = &cache[pc % SLOTS];
  if (*slot && (*slot)->pc == pc)
    return *slot;
  const struct shared_liveness *answer = liveness_find(pc);
  if (!answer && rt.shared->n_liveness < SHARED_MAX_LIVENESS) {
    ask(pc);
    answer = liveness_find(pc);
  }
  if (answer)
    *slot = answer;
  return answer;
}

/* NULL: nothing is known. */
static const struct shared_liveness *liveness_at(uint64_t pc) {
  const struct shared_liveness *answer = answer_at(pc);
  return answer && answer->known ? answer : NULL;
}

bool liveness_overwrites(uint64_t pc, uint64_t size) {
  const struct shared_liveness *answer = liveness_at(pc);
  return answer && answer->overwrites == size;
}

bool liveness_forgets(uint64_t pc) {
  const struct shared_liveness *answer = liveness_at(pc);
  return answer && answer->forgets;
}

bool liveness_ignores_result(uint64_t pc) {
  if (result_is_unused(pc))
    return true;
  const struct shared_liveness *answer = liveness_at(pc);
  return answer && answer->ignores_result;
}

bool liveness_reads_unseen(uint64_t pc) {
  const struct shared_liveness *answer = answer_at(pc);
  return !answer || answer->unseen || answer->stores_unseen;
}

bool liveness_stores_unseen(uint64_t pc) {
  const struct shared_liveness *answer = answer_at(pc);
  return answer && answer->stores_unseen;
}

/* --- one state and another -----------------------------------------------------------------------
 */

/* Registers that a call preserves, as struct shared_liveness numbers them. */
enum { RBX, RBP, R12, R13, R14, R15, REGISTERS };

/* A stack that is compared with a copy of itself, which begins at `from`. */
struct comparison {
  const struct thread *thread;
  const char *copy, *from;
  const struct rv_access *shared;
  uint32_t n_shared;
};

static bool is_shared(const struct comparison *c, const char *at) {
  for (uint32_t i = 0; i < c->n_shared; i++)
    if ((uintptr_t)at - c->shared[i].addr < c->shared[i].size)
      return true;
  return false;
}

static const char *copy_of(const struct comparison *c, const char *at) {
  return c->copy + (at - c->from);
}

/* Bytes that differ must be dead, or shared with others and so no part of the local state. This
 * finds the first at or after `at` that differs and is not shared; NULL: there is none. */
static const char *next_difference(const struct comparison *c, const char *at) {
  const char *end = c->thread->stack_high;
  for (; at < end; at++) {
    if (*at == *copy_of(c, at))
      continue;
    if (!is_shared(c, at))
      return at;
  }
  return NULL;
}

enum { MAX_FRAMES = 64, MAX_DEAD = 512 };

struct dead {
  uint32_t n;
  struct {
    const char *begin, *end;
  } ranges[MAX_DEAD];
};

static void add_dead(struct dead *dead, const char *begin, const char *end) {
  if (dead->n < MAX_DEAD)
    dead->ranges[dead->n++] = (__typeof__(dead->ranges[0])){begin, end};
}

static uint64_t word_at(const char *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

/* A frame of a thread that stands: where the function will go on, and where the registers are that
 * it has not saved, which still are its caller's. */
struct frame {
  uint64_t pc;
  const char *sp;
  const char *place[REGISTERS];
};

static struct frame first_frame(const char *entry) {
  return (struct frame){.pc = word_at(entry + 8),
                        .sp = entry + 16,
                        .place = {[RBX] = entry - 40,
                                  [RBP] = entry,
                                  [R12] = entry - 32,
                                  [R13] = entry - 24,
                                  [R14] = entry - 16,
                                  [R15] = entry - 8}};
}

/* Where a frame ends; NULL: that is not known. */
static const char *end_of_frame(const struct frame *frame, const struct shared_liveness *live,
                                const struct thread *thread) {
  const char *base = live->cfa_is_rbp ? (const char *)word_at(frame->place[RBP]) : frame->sp;
  const char *cfa = base + live->cfa_offset;
  return cfa <= frame->sp || cfa > thread->stack_high ? NULL : cfa;
}

static void go_to_caller(struct frame *frame, const struct shared_liveness *live, const char *cfa) {
  for (uint32_t i = 0; i < REGISTERS; i++)
    if (live->saved[i])
      frame->place[i] = cfa + live->saved[i];
  frame->sp = cfa;
  frame->pc = word_at(cfa - 8);
}

/* Goes from frame to frame as far as functions are known. */
static void find_dead(struct dead *dead, const struct thread *thread, const char *entry) {
  struct frame frame = first_frame(entry);
  for (uint32_t depth = 0; depth < MAX_FRAMES; depth++) {
    const struct shared_liveness *live = liveness_at(frame.pc);
    const char *cfa = live ? end_of_frame(&frame, live, thread) : NULL;
    if (!cfa)
      return;
    for (uint32_t i = 0; i < live->n_slots; i++)
      add_dead(dead, cfa + live->slots[i].begin, cfa + live->slots[i].end);
    for (uint32_t i = 0; i < REGISTERS; i++)
      if (live->saved[i] && live->dead >> i & 1)
        add_dead(dead, frame.place[i], frame.place[i] + 8);
    go_to_caller(&frame, live, cfa);
  }
}

static bool stores_unseen(const struct thread *thread, const char *entry) {
  struct frame frame = first_frame(entry);
  for (uint32_t depth = 0; depth < MAX_FRAMES; depth++) {
    const struct shared_liveness *live = answer_at(frame.pc);
    if (!live || live->stores_unseen || !live->returns || !live->known)
      return live && live->stores_unseen;
    const char *cfa = end_of_frame(&frame, live, thread);
    if (!cfa)
      return false;
    go_to_caller(&frame, live, cfa);
  }
  return false;
}

bool liveness_can_be_tried(const struct thread *thread, const void *entry) {
#if defined(__x86_64__)
  if (stores_unseen(thread, entry))
    return false;
#else
  (void)entry;
#endif
  return !liveness_reads_unseen(thread->pc);
}

static const char *end_of_dead(const struct dead *dead, const char *at) {
  for (uint32_t i = 0; i < dead->n; i++)
    if (dead->ranges[i].begin <= at && at < dead->ranges[i].end)
      return dead->ranges[i].end;
  return NULL;
}

void liveness_wipe(char *copy, const struct thread *thread, const void *entry) {
#if defined(__x86_64__)
  static struct dead dead;
  const char *const from = local_state_begins(entry);
  dead.n = 0;
  find_dead(&dead, thread, entry);
  for (uint32_t i = 0; i < dead.n; i++)
    memset(copy + (dead.ranges[i].begin - from), 0,
           (size_t)(dead.ranges[i].end - dead.ranges[i].begin));
#else
  (void)copy, (void)thread, (void)entry;
#endif
}

bool liveness_same_state(const char *copy, size_t size, const struct thread *thread,
                         const void *entry, const struct rv_access *shared, uint32_t n_shared) {
  const char *from = local_state_begins(entry);
  const struct comparison c = {thread, copy, from, shared, n_shared};
  const size_t stack = (size_t)(thread->stack_high - from);
  size_t data_size;
  const char *data = tls_data(thread, &data_size);
  if (size != stack + data_size || memcmp(copy + stack, data, data_size) != 0)
    return false;
  const char *at = next_difference(&c, from);
  if (!at)
    return true;
  static struct dead dead;
  dead.n = 0;
#if defined(__x86_64__)
  find_dead(&dead, thread, entry);
#endif
  while (at) {
    at = end_of_dead(&dead, at);
    if (!at)
      return false;
    at = next_difference(&c, at);
  }
  return true;
}
