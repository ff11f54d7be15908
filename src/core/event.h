/*
 * What a thread does: operations, the events they become, and what else happens in a step.
 *
 * A step of a thread is one visible operation and the local code after it, up to just before its
 * next visible operation. Creating and joining threads is local code: it has no event of its own
 * and reaches the explorer as an effect of the step in which it happened.
 */
#ifndef RAVEL_CORE_EVENT_H
#define RAVEL_CORE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

/* The dense number of a thread. It stands for a parentage (the k-th thread created by p) and is
 * the same in every execution; the initial thread is 0. */
typedef uint32_t rv_tid;
#define RV_NO_THREAD UINT32_MAX

enum rv_op_kind {
  RV_OP_NONE,    /* no visible operation: the thread has ended, or waits in a join */
  RV_OP_MEMORY,  /* loads, stores and read-modify-writes of memory */
  RV_OP_LOCK,    /* a mutex: blocks while it is held; its holder's own further locks and the
                  * unlocks that undo them are local code */
  RV_OP_TRYLOCK, /* never blocks; with RV_OP_FAILED it found the mutex held */
  RV_OP_UNLOCK,
  RV_OP_AWAIT,  /* blocks until a condition over the accessed memory holds, then accesses it as
                 * the modes say; the accesses are what the condition reads in the present state.
                 * What is accessed with RV_ADD is not to be changed, as far as the condition is
                 * concerned, by others that add to it */
  RV_OP_CHOOSE, /* a value below `choices`, picked by the explorer */
  RV_OP_KINDS
};

/* RV_ADD is a change that commutes with others of its mode, and with nothing else: a semaphore's
 * post, a thread that begins to wait. */
enum rv_mode { RV_READ = 1, RV_WRITE = 2, RV_ADD = 4 };

/* A range of bytes that is read, written, both, or added to. For an operation on a synchronisation
 * object, the object's address and size; its rules are those of the operation's kind, not of the
 * mode. */
struct rv_access {
  uint64_t addr;
  uint32_t size;
  uint32_t mode;
};

enum rv_op_flags {
  RV_OP_FAILED = 1,    /* a trylock that found the mutex held */
  RV_OP_COMPARES = 2,  /* a compare-and-swap: whether it writes depends on what it reads */
  RV_OP_REPLACED = 4,  /* a plain store whose step's `value` is what it replaced */
  RV_OP_VARIES = 8,    /* its modes depend on the state in a way that only the system can tell */
  RV_OP_RELEASES = 16, /* it never disables an await: a post, a signal, an unlock. Awaits are right
                        * without it, but more has to be tried */
  RV_OP_BLIND = 32,    /* a store of one range that looks at nothing it overwrites (observers.h),
                        * or a message that is sent (dependence.h) */
  RV_OP_BLOCK = 64,    /* an atomic block, all of whose accesses are of memory: it varies with what
                        * it reads, and with nothing else */
};

/* An access to an atomic object under a weak memory model (graph.h), or a fence: that has no
 * access; or one that is executed as under sc, but means what its memory order says (RV_WEAK_SC). A
 * read-modify-write is a read and then, right after it, a write that is exclusive. The low bits are
 * the memory order, as compilers number them. */
enum rv_weak {
  RV_WEAK_ORDER = 7,
  RV_WEAK_EXCLUSIVE = 8,
  RV_WEAK = 16,         /* set in all of them but the last */
  RV_WEAK_UPDATES = 32, /* of a read-modify-write, or of a compare-and-swap that may fail */
  RV_WEAK_SC = 64,      /* without RV_WEAK */
  RV_WEAK_ADDS = 128,   /* RV_WEAK_UPDATES that commutes with its like; under sc alone */
};

/* The choice of such a step. A read: one more than the number of the step whose write it reads, and
 * 0 for what was there before. A write: it is not the last in the modification order. */
enum { RV_WEAK_HIDDEN = 1 };

/* What a thread will do next, or what it did. For a pending operation the mode is what it might
 * do (a compare-and-swap reads and writes), for an executed one what it did (one that failed
 * reads). Dependence is judged on executed operations where they are known. */
struct rv_op {
  uint8_t kind;
  uint8_t flags;
  uint16_t more_count; /* accesses beyond the first */
  union {
    uint32_t choices; /* RV_OP_CHOOSE: how many values there are */
    uint32_t weak;    /* RV_OP_MEMORY: enum rv_weak; 0: it is ordered like any other operation */
  };
  struct rv_access access;      /* the first access; size 0: none */
  const struct rv_access *more; /* the others, owned by the system until its next reset */
};

enum rv_effect_kind {
  RV_EFFECT_CREATE, /* `thread` created `other` */
  RV_EFFECT_JOIN,   /* `thread` saw the end of `other` */
  RV_EFFECT_END,    /* `thread` ended; `other` is unused */
  /* In the following kinds `thread` is stopped and `other` is unused. The other threads run on
   * (they may still make the write that an assumption needs), and the execution then ends as
   * incomplete. */
  RV_EFFECT_ASSUMED, /* an assumption failed: no such execution exists */
  RV_EFFECT_BOUNDED, /* it met a bound: the execution exists and is not explored further */
  /* it made a void iteration: what follows is explored without that iteration */
  RV_EFFECT_VOID,
};

/* Something that happened in the local code of a step, to any thread (a child that starts, a
 * thread whose join was satisfied and that ran on). Effects are in the order they happened. */
struct rv_effect {
  uint32_t kind;
  rv_tid thread;
  rv_tid other;
};

/* The thread makes no further step. */
static inline bool rv_effect_stops(const struct rv_effect *effect) {
  return effect->kind >= RV_EFFECT_ASSUMED;
}

#endif
