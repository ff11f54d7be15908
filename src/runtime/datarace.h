/*
 * Data races, exactly as C11 defines them for the execution at hand: two accesses to one byte by
 * different threads, one of them a write, not both atomic, and neither happens before the other.
 * Volatile accesses count as relaxed atomic ones: they race with plain accesses alone.
 *
 * Happens-before is followed by vector clocks of threads (datarace_clocks.c) and of the objects
 * that they synchronise on (datarace_objects.c); for every granule of memory a cell keeps the
 * accesses that a later one may still race with (datarace.c). The first race on each byte is always
 * found and no other is ever reported, as with FastTrack, and byte-exact.
 *
 * Nothing is cleared between executions: clocks only grow, and every access of an earlier
 * execution is older than the first of this one.
 */
#ifndef RAVEL_RUNTIME_DATARACE_H
#define RAVEL_RUNTIME_DATARACE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event.h"
#include "runtime/shadow.h"

/* Kinds of accesses that do not race among themselves: atomic, volatile, and the initialisation and
 * destruction of a synchronisation object. */
enum datarace_how { DATARACE_BY_ATOMIC, DATARACE_BY_VOLATILE, DATARACE_BY_OBJECT };

/* In place of a memory order: relaxed, and volatile. */
enum { DATARACE_VOLATILE = __ATOMIC_SEQ_CST + 1 };

/* The other side of a race: what an earlier access did to the same bytes. */
struct datarace {
  uint64_t addr; /* the first byte that both accessed */
  uint32_t size; /* the bytes from there on that both touched, up to the end of the granule */
  rv_tid other;
  bool other_writes;
  bool other_atomic;
  uint8_t other_how; /* enum datarace_how, where it is atomic */
};

enum { DATARACE_MAX_THREADS = 4096 };

/* A new execution begins, with thread 0 alone. To be called before anything else too. */
void datarace_reset(void);

void datarace_thread_start(rv_tid child, rv_tid parent);
void datarace_thread_begin_as(rv_tid child, rv_tid lower); /* knowing what that one began with */
void datarace_thread_join(rv_tid thread, rv_tid ended);

/* Mutexes and the like: what was done before a release of an object happens before what is done
 * after a later acquire of it. */
void datarace_acquire(rv_tid thread, uint64_t object);
void datarace_release(rv_tid thread, uint64_t object);

/* The same for locks, which are used then (datarace_use()). */
void datarace_lock(rv_tid thread, uint64_t lock);
void datarace_unlock(rv_tid thread, uint64_t lock);

/* Atomic operations. They synchronise according to `order` (__ATOMIC_*, or DATARACE_VOLATILE), and
 * race with plain accesses. A compare-and-swap that fails is a load, one that succeeds a
 * read-modify-write. True: there is a race, described in `found`. */
bool datarace_atomic_load(rv_tid thread, uint64_t addr, uint64_t size, int order,
                          struct datarace *found);
bool datarace_atomic_store(rv_tid thread, uint64_t addr, uint64_t size, int order,
                           struct datarace *found);
bool datarace_atomic_rmw(rv_tid thread, uint64_t addr, uint64_t size, int order,
                         struct datarace *found);
/* A read-modify-write whose result is not used (combining.h). It releases and does not acquire: it
 * could have come before the one that it follows. */
bool datarace_atomic_add(rv_tid thread, uint64_t addr, uint64_t size, int order,
                         struct datarace *found);
void datarace_fence(rv_tid thread, int order);

/* The same under a weak memory model (weak.h), where a load acquires what the step that it reads
 * from has released. `continued`: a read-modify-write goes on with what the step before that
 * released; 0: nothing. */
bool datarace_weak_access(rv_tid thread, uint64_t addr, uint64_t size, bool writes,
                          struct datarace *found);
void datarace_weak_acquire(rv_tid thread, uint64_t step, int order);
void datarace_weak_release(rv_tid thread, uint64_t step, uint64_t continued, int order);

/* Whether one of the last so many stores of the thread to an atomic object has ended a release
 * sequence of another one (C11 5.1.2.4), without that the thread itself released all of it: who
 * reads the object then acquires less. */
bool datarace_has_buried(rv_tid thread, uint64_t addr, uint32_t stores);

/* Whether an order acquires; releases. Whether a thread's pending compare-and-swap on an atomic
 * object orders no less than another thread's in its place: the other's clock covers what is
 * released there, and its own clock covers the other's. What the other has done since its last
 * release is for the caller to check. */
static inline bool datarace_order_acquires(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE && order != DATARACE_VOLATILE;
}
static inline bool datarace_order_releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}
bool datarace_may_be_made_by(rv_tid thread, rv_tid other, uint64_t addr);

/* The operations of the execution that wait until they matter: those from `settled` on, of `n`
 * (datarace_waiting.h). */
extern struct datarace_waiting {
  uint32_t n, settled;
  uint32_t fresh; /* how many more the steps under way have added */
  uint32_t plain; /* how many plain accesses have begun to wait since then */
} datarace_waiting;
void datarace_settle_slowly(void);

/* The steps under way have ended. */
void datarace_take_in_slowly(void);
static inline void datarace_take_in(void) {
  if (datarace_waiting.fresh)
    datarace_take_in_slowly();
}
static inline bool datarace_something_waits(void) {
  return datarace_waiting.settled != datarace_waiting.n || datarace_waiting.fresh;
}
static inline void datarace_settle(void) {
  if (__builtin_expect(datarace_something_waits(), 0))
    datarace_settle_slowly();
}

/* A plain access of a thread to its own stack. True: it waits too, since nobody else has accessed
 * it by now. */
bool datarace_waits(rv_tid thread, uint64_t addr, uint64_t size, bool write);

/* An operation on a synchronisation object races with plain stores to its first byte, and so with
 * freeing it; one that initialises or destroys it, a write, races with plain accesses to its bytes.
 */
bool datarace_use(rv_tid thread, uint64_t addr, struct datarace *found);
bool datarace_use_of_lock(rv_tid thread, uint64_t addr, struct datarace *found);
bool datarace_object(rv_tid thread, uint64_t addr, uint64_t size, bool writes,
                     struct datarace *found);

/* Freeing counts as a write of the whole block. Later accesses of the thread itself are looked at
 * again, even if it has made the same ones before. */
bool datarace_free(rv_tid thread, uint64_t addr, uint64_t size, struct datarace *found);

/* The memory is unmapped or replaced, which counts as a write of it, or can't be written any more:
 * as a read. Of a long range, only what was ever accessed counts. */
bool datarace_remap(rv_tid thread, uint64_t addr, uint64_t size, bool write,
                    struct datarace *found);

/* Local variables of the thread go out of scope. Reports a race with accesses of other threads that
 * do not happen before that. Atomic accesses do not count if the thread itself accesses the object
 * atomically: the value that it read may tell it that the other thread is done. */
bool datarace_scope_end(rv_tid thread, uint64_t addr, uint64_t size, struct datarace *found);

/* Later plain accesses of the thread are looked at, even if it has made the same ones before. */
void datarace_look_again(rv_tid thread);

/* This memory is new: nothing that was done to it before matters. Both ends are rounded to
 * granules outwards. Not needed for memory from heap_malloc, which is never old. */
void datarace_forget(uint64_t addr, uint64_t size);

/* Some memory was accessed by two threads, written by one, and not only by atomic operations. */
extern bool datarace_met;

/* What belongs to the state of an execution, for checkpoints. */
void datarace_pieces(void);

/* The rest is how datarace_read and datarace_write can be tiny; they are at the end. */

/* How an access is kept: bytes of the granule (8 bits), kind (2), thread (12), clock (42). A plain
 * kind conflicts with all that the next one conflicts with. */
enum datarace_kind { DATARACE_WRITE, DATARACE_READ, DATARACE_ATOMIC };
enum { DATARACE_KIND_SHIFT = 8, DATARACE_THREAD_SHIFT = 10, DATARACE_CLOCK_SHIFT = 22 };

/* Accesses to one granule that a later one may race with, the latest first; 0: none from here on.
 * If there are more, `more` is where (valid in one execution only). */
enum { DATARACE_CELL_ACCESSES = 3 };
struct datarace_cell {
  uint64_t accesses[DATARACE_CELL_ACCESSES];
  uint32_t more;
  uint32_t execution;
};

extern struct shadow datarace_cells;
extern uint64_t datarace_epochs[DATARACE_MAX_THREADS]; /* clock and thread, in their places */

bool datarace_access(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_kind kind,
                     struct datarace *found);

/* The last access to the granule was by the same thread at the same clock, to at least these
 * bytes, and conflicts with all that a plain access of this kind conflicts with. */
static inline bool datarace_covered(rv_tid thread, uint64_t addr, uint64_t size,
                                    enum datarace_kind kind) {
  if (!shadow_in_one_granule(addr, size) || datarace_something_waits())
    return false;
  const struct datarace_cell *cell = shadow_find(&datarace_cells, addr, sizeof *cell);
  if (!cell)
    return false;
  uint64_t difference = cell->accesses[0] ^ datarace_epochs[thread];
  return difference < (uint64_t)(kind + 1) << DATARACE_KIND_SHIFT &&
         !(shadow_bytes(addr, size) & ~difference);
}

static inline bool datarace_read(rv_tid thread, uint64_t addr, uint64_t size,
                                 struct datarace *found) {
  return !datarace_covered(thread, addr, size, DATARACE_READ) &&
         datarace_access(thread, addr, size, DATARACE_READ, found);
}

static inline bool datarace_write(rv_tid thread, uint64_t addr, uint64_t size,
                                  struct datarace *found) {
  return !datarace_covered(thread, addr, size, DATARACE_WRITE) &&
         datarace_access(thread, addr, size, DATARACE_WRITE, found);
}

#endif
