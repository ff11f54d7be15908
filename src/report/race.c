#include "report/race.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/text_interleaving.h"
#include "report/unseen.h"

/* --- locks ------------------------------------------------------------------------------------ */

enum { MOST_LOCKS = 16 };

struct lock {
  uint64_t address, size;
  uint32_t depth;   /* how often it has been locked */
  bool for_reading; /* others may hold it at the same time */
  bool given_up;    /* while its thread waited on a condition variable, perhaps */
};

struct locks {
  struct lock held[MOST_LOCKS];
  uint32_t n;
};

static void lock_taken(struct locks *locks, const struct record *record, bool for_reading) {
  uint32_t i = 0;
  while (i < locks->n && locks->held[i].address != record->addr)
    i++;
  if (i == MOST_LOCKS)
    return;
  struct lock *lock = &locks->held[i];
  if (i == locks->n)
    locks->held[locks->n++] = (struct lock){
        .address = record->addr, .size = record->size, .depth = 1, .for_reading = for_reading};
  else if (!lock->given_up)
    lock->depth++;
  lock->given_up = false;
}

static void lock_left(struct locks *locks, const struct record *record) {
  for (uint32_t i = 0; i < locks->n; i++)
    if (locks->held[i].address == record->addr && --locks->held[i].depth == 0) {
      memmove(&locks->held[i], &locks->held[i + 1], (--locks->n - i) * sizeof *locks->held);
      return;
    }
}

static void follow_locks(struct locks *locks, const struct record *record) {
  switch (record->kind) {
  case RECORD_LOCK:
  case RECORD_TRYLOCK:
    if (record->value == 0 || record->value == EOWNERDEAD)
      lock_taken(locks, record, false);
    break;
  case RECORD_TRY_RDLOCK:
  case RECORD_TRY_WRLOCK:
    if (record->value == 0)
      lock_taken(locks, record, record->kind == RECORD_TRY_RDLOCK);
    break;
  case RECORD_RDLOCK:
  case RECORD_WRLOCK:
    lock_taken(locks, record, record->kind == RECORD_RDLOCK);
    break;
  case RECORD_UNLOCK:
    lock_left(locks, record);
    break;
  case RECORD_WAIT:
    for (uint32_t i = 0; i < locks->n; i++)
      locks->held[i].given_up = true;
    break;
  }
}

/* What the thread held before record number `n`. */
static struct locks locks_held(const struct record *records, uint64_t n, uint32_t thread) {
  struct locks locks = {.n = 0};
  for (uint64_t i = 0; i < n; i++)
    if (records[i].thread == thread)
      follow_locks(&locks, &records[i]);
  return locks;
}

static void name_locks(struct naming *naming, struct trace_stack *stack,
                       const struct locks *locks) {
  struct arena *arena = &naming->trace->arena;
  stack->locks = arena_alloc(arena, (locks->n + 1) * sizeof *stack->locks);
  for (uint32_t i = 0; i < locks->n; i++) {
    const struct lock *lock = &locks->held[i];
    const char *name = object_at(naming, lock->address, lock->size);
    stack->locks[stack->n_locks++] =
        lock->for_reading ? arena_printf(arena, "%s (for reading)", name) : name;
  }
}

/* --- sides ------------------------------------------------------------------------------------ */

/* Where the other thread made the access that the error is with: its last one from that place. */
static uint64_t other_access(const struct shared_error *error, const struct record *records,
                             uint64_t n) {
  for (uint64_t i = n; i > 0; i--) {
    const struct record *record = &records[i - 1];
    const bool there = error->other.n == 0 || record->pc == error->other.frames[0];
    if (record->thread == error->other.thread && there &&
        (error->addr - record->addr < record->size || record->addr - error->addr < error->size))
      return i - 1;
  }
  return n;
}

/* "write of 4 bytes" as "writes". */
static const char *verb(const char *access) {
  static const char *const verbs[][2] = {
      {"initialisation or destruction", "initialises or destroys"},
      {"initialisation", "initialises"},
      {"destruction", "destroys"},
      {"atomic read", "reads (atomically)"},
      {"atomic write", "writes (atomically)"},
      {"volatile read", "reads (volatile)"},
      {"volatile write", "writes (volatile)"},
      {"end of life", "returns"},
      {"read", "reads"},
      {"write", "writes"},
      {"free", "frees"},
      {"use", "uses"},
  };
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
    if (strncmp(access, verbs[i][0], strlen(verbs[i][0])) == 0)
      return verbs[i][1];
  return "uses";
}

static const char *short_thread(struct arena *arena, const struct trace *trace, uint32_t thread) {
  return strcmp(trace_thread_name(trace, thread), "main") == 0 ? "main"
                                                               : arena_printf(arena, "T%u", thread);
}

/* --- the report ------------------------------------------------------------------------------- */

/* `there` is where the other side is; 0: that is not known. */
static void set_headline(struct trace *trace, uint32_t there) {
  struct trace_error *error = &trace->error;
  struct arena *arena = &trace->arena;
  static const char between[] = "races with ";
  const char *with = strstr(error->message, between);
  with = with ? with + strlen(between) : "";
  with += strncmp(with, "a ", 2) == 0 ? 2 : 0;
  error->headline = arena_printf(arena, "data race on %s: %s %s %s, %s %s %s", error->object,
                                 short_thread(arena, trace, error->stack.thread),
                                 verb(error->message), short_place(arena, trace, error->at),
                                 short_thread(arena, trace, error->other.thread), verb(with),
                                 short_place(arena, trace, there));
}

static bool holds(const struct trace_stack *stack, const char *lock) {
  for (uint32_t i = 0; i < stack->n_locks; i++)
    if (strcmp(stack->locks[i], lock) == 0)
      return true;
  return false;
}

static bool is_for_reading(const char *lock) {
  static const char note[] = " (for reading)";
  const size_t length = strlen(lock);
  return length > strlen(note) && strcmp(lock + length - strlen(note), note) == 0;
}

/* Threads that hold no lock could be ordered by the end of one of them. */
static const char *order_without_locks(struct arena *arena, const struct trace *trace) {
  const uint32_t a = trace->error.stack.thread, b = trace->error.other.thread;
  const bool a_is_parent = trace->threads[b].parent == a;
  if (a_is_parent || trace->threads[a].parent == b)
    return arena_printf(arena, "neither holds a lock, and %s has not joined %s",
                        short_thread(arena, trace, a_is_parent ? a : b),
                        short_thread(arena, trace, a_is_parent ? b : a));
  return "neither holds a lock";
}

static const char *order_of(struct arena *arena, const struct trace *trace) {
  const struct trace_stack *one = &trace->error.stack, *other = &trace->error.other;
  if (one->n_locks == 0 && other->n_locks == 0)
    return order_without_locks(arena, trace);
  for (uint32_t i = 0; i < one->n_locks; i++)
    if (holds(other, one->locks[i]))
      return is_for_reading(one->locks[i])
                 ? arena_printf(arena, "both hold %s, which orders nothing", one->locks[i])
                 : "";
  const struct trace_stack *takes = one->n_locks ? one : other, *lacks = takes == one ? other : one;
  const char *taker = short_thread(arena, trace, takes->thread);
  const char *without = short_thread(arena, trace, lacks->thread);
  if (lacks->n_locks)
    return arena_printf(arena, "%s holds %s, %s holds %s: not the same lock", taker,
                        takes->locks[0], without, lacks->locks[0]);
  return arena_printf(arena, "%s holds %s, %s does not", taker, takes->locks[0], without);
}

/* Whether code is inlined from, or is in, a function whose name begins so. */
static bool is_in_function(struct naming *naming, uint64_t pc, const char *name) {
  const struct lines_entry *entry = lines_find(&naming->lines, pc);
  for (uint32_t i = 0; i < entry->n; i++)
    if (strncmp(entry->places[i].function, name, strlen(name)) == 0)
      return true;
  return false;
}

/* A load of libstdc++'s std::atomic<std::shared_ptr> gives back its lock in relaxed order, so that
 * the next store races with it. That is for the library to mend. */
static bool is_of_atomic_pointer(struct naming *naming, const struct shared_error *from) {
  static const char class[] = "std::_Sp_atomic<";
  return from->n_frames && from->other.n && is_in_function(naming, from->frames[0], class) &&
         is_in_function(naming, from->other.frames[0], class);
}

/* Locks and atomics of code that was not compiled by us order what they order all the same. */
static const char *order_doubted(struct naming *naming, const char *order) {
  struct buffer names = {0};
  const char *doubted = order;
  if (*order && unseen_orders(naming->program, naming->shared, &names))
    doubted = arena_printf(&naming->trace->arena,
                           "%s; but atomic instructions of %s, which was not compiled by ravel cc, "
                           "are not seen: if they order the two, this is no race",
                           order, buffer_text(&names));
  buffer_free(&names);
  return doubted;
}

void race_describe(struct naming *naming, const struct shared_error *from,
                   const struct record *records, uint64_t n) {
  struct trace *trace = naming->trace;
  struct trace_error *error = &trace->error;
  if (error->stack.thread >= trace->n_threads || error->other.thread >= trace->n_threads)
    return;
  const struct locks here = locks_held(records, n, from->thread);
  const uint64_t other = other_access(from, records, n);
  const struct locks there = locks_held(records, other, from->other.thread);
  name_locks(naming, &error->stack, &here);
  name_locks(naming, &error->other, &there);
  set_headline(trace, error->other.n ? error->other.frames[0]
                      : other < n    ? location_of_pc(naming, records[other].pc)
                                     : 0);
  error->order = is_of_atomic_pointer(naming, from)
                     ? "the lock inside of std::atomic<std::shared_ptr> is given back in relaxed "
                       "order, by a defect of libstdc++ and not of the program; a file for "
                       "--suppress with the line race:_Sp_atomic leaves it out"
                     : order_doubted(naming, order_of(&trace->arena, trace));
}
