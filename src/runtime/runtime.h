/*
 * The runtime inside the program under test, as its own files see it.
 *
 * The worker is one operating system thread. It runs either the driver (src/core, on the
 * process's first stack; `rt.current` is NULL) or one of the program's threads, which are
 * coroutines. A visible operation passes through here once:
 *
 *   hook (instrument.c, atomic.c, mutex.c ...)  says what the thread will do next: visible()
 *   schedule.c   stops the thread there; the driver, or a recorded schedule, picks who goes on
 *   hook         performs the operation and says what it did: performed()
 *
 * Everything that an execution changes is put back by reset() (system.c) before the next one.
 */
#ifndef RAVEL_RUNTIME_RUNTIME_H
#define RAVEL_RUNTIME_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "core/explorer.h"
#include "protocol/shared.h"
#include "runtime/progress.h"

/* Functions that stand in for libc's are the only ones visible outside. */
#define EXPORT __attribute__((visibility("default")))
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define FRAME __builtin_frame_address(0)
/* The same, with all of the caller's registers that a call must preserve right below it (x86-64) or
 * above it. Not for a function whose last act is a call, which could take the place of its frame.
 */
#define ENTRY                                                                                      \
  ({                                                                                               \
    __builtin_unwind_init();                                                                       \
    FRAME;                                                                                         \
  })
/* The last act of what returns nothing: the register for a result is what compilers push to align
 * the stack. There it becomes part of the local state, which must not depend on what we have done.
 */
#ifdef __x86_64__
#define LEAVE_NOTHING __asm__ volatile("xor %%eax, %%eax" ::: "rax", "cc")
#else
#define LEAVE_NOTHING __asm__ volatile("")
#endif
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

enum thread_state {
  THREAD_UNBORN,  /* not created in this execution */
  THREAD_RUNNING, /* executes local code, or waits for a thread that it started to do so */
  THREAD_READY,   /* stands before its pending operation */
  THREAD_JOINING, /* waits for the end of `joining` */
  THREAD_EXITING, /* called exit: waits for the end of the execution */
  THREAD_FAILED,  /* an error stopped it for good */
  THREAD_ENDLESS, /* is in a loop without visible operations that never ends */
  THREAD_VOID,    /* stands before its pending operation, where a void iteration has led it */
  THREAD_ENDED,
};

struct cleanup; /* a destructor of thread-local data, see exit.c */
struct await;
struct mutex;
struct thread;

/* How a pending operation that others can disable is asked about. */
struct blocking {
  bool (*can_go_on)(struct thread *thread);
  void (*describe)(const struct thread *thread,
                   struct shared_wait *wait); /* for deadlock reports */
};

/* An operation that only tries: what it is when it is made again and again until it succeeds. */
struct trial {
  uint32_t kind, mode; /* RV_OP_LOCK or RV_OP_AWAIT */
  uint32_t flags;      /* RV_OP_VARIES: its success does not show in what it says it accesses */
  const struct blocking *until;
};

/* See cancel.c. */
struct cancellation {
  bool requested;               /* what others write */
  bool disabled, asynchronous;  /* what the thread itself has asked for */
  const struct blocking *until; /* for what it waits, unless a request comes */
};

/* Which waits a handler ends (EINTR): those that never begin again, or that do so after a handler
 * with SA_RESTART; and those with a mask of their own, where what is waited for comes first. */
enum wait_ends { WAIT_GOES_ON, WAIT_ENDS_UNLESS_RESTARTED, WAIT_ENDS, WAIT_ENDS_MASKED };

/* See interrupt.c. */
struct interruption {
  bool possible;                /* signals can interrupt it */
  bool over;                    /* it has looked for the last time, */
  bool gone;                    /* and ends: it is as if it blocked all signals */
  bool carries;                 /* it is no thread of the program, but a signal on its way */
  uint8_t ends;                 /* enum wait_ends: of the wait that it is about to begin */
  bool ended;                   /* a handler has ended its last wait */
  const struct blocking *until; /* for what it waits, unless one comes */
  const char *frame;            /* of what has called the first handler; NULL: there is none */
};

/* See futex.c. */
struct futex {
  uint64_t addr;
  uint64_t entered; /* the number of the last wakeup when it began to wait */
  uint32_t bits;
  bool waits, woken;
};

struct thread {
  void *sp;                 /* where it stopped */
  const void *entry;        /* the ENTRY of the function that the program has called then; NULL: it
                             * is not known */
  void *tls;                /* its thread pointer */
  struct thread *resume_to; /* the thread that continues when this one stops: the one that started
                             * it */
  rv_tid tid;
  uint32_t state; /* enum thread_state */
  struct rv_op pending;
  const struct blocking *blocking; /* NULL: the pending operation is always enabled */
  const struct trial *trial;       /* NULL: the pending operation does not only try */
  const struct blocking *patience; /* what a timed wait waits for; NULL: it does not give up */
  uint64_t pc;                     /* of the pending operation or of the join */
  uint64_t turns;                  /* steps it has begun in this execution, */
  uint64_t changes;                /* of these, those that do not only read, */
  uint64_t rested;                 /* and one more than that, when it last slept or gave way */
  void *(*start)(void *);
  void *argument;
  void *result;
  uint32_t children; /* how many threads it has created */
  rv_tid joining;    /* THREAD_JOINING: for whom it waits */
  rv_tid joiner;     /* who waits for its end */
  bool detached, joined;
  uint8_t ignores_reads, ignores_writes; /* that it asked for, see annotations.h */
  struct progress progress;
  bool in_call;         /* of an operation whose history is checked, see operations.c */
  bool has_ended;       /* as others see it, see thread.c */
  uint8_t watch;        /* enum watch, see spinloop.c */
  uint32_t held;        /* mutexes it holds, */
  uint32_t outlast;     /* of these, those that do not lie on its stack */
  struct mutex *locked; /* and the last one, unless it has been unlocked */
  uint32_t stands;      /* how often it has stood before an operation */
  struct mutex *robust; /* those of them that are robust, the last one first */
  uint64_t time;        /* its virtual clock, in nanoseconds */
  uint64_t looks;       /* how often it has looked at a clock */
  struct cleanup *cleanups;
  void *handlers; /* cleanup handlers of C, the innermost first; see unwind.c */
  struct cancellation cancellation;
  struct interruption interruption;
  struct futex futex;
  struct await *await;         /* the condition it is evaluating, see await.c; NULL: none */
  void *ticket;                /* what it waits with, on its stack: see cond.c and barrier.c */
  void *mailbox;               /* which others may know when it has ended; NULL: it has none */
  uint32_t timeouts, spurious; /* how often it has given up waiting, or woken up for no reason */
  uint64_t guess;              /* where it may go round a loop, see spinloop.c */
  uint64_t tried_with;         /* what it reads in a loop, see iteration.c: */
  uint8_t tried;               /* enum tried: whether it can leave the loop then */
  bool attempted;              /* it has failed where it stands (attempt.h) */
  bool judged;                 /* what it makes of attempts of others has been tried there */
  bool turning;                /* it is in turns that are followed (turn.h) */
  bool general;                /* its operation is more than an access, a lock or a wait */
  uint64_t stood;              /* TURN_BIT() of where it has stood */
  const char *local;           /* where its local state begins, when it stands there */
  uint64_t registers;          /* the same: local_state_registers() */
  uint32_t weak_source;        /* what it last read from, see weak.c */
  uint32_t sc_order;           /* of what it is about to access as under sc (weak_memory.h) */
  uint64_t operands[4];        /* of the last atomic operation that may write */
  struct {
    uint64_t pc;
    const void *function;
    int order, success;         /* of a compare-and-swap: if it fails, and if it does not */
  } hook;                       /* of the last atomic operation, see atomic.c */
  uint64_t lent_low, lent_high; /* what others have accessed of its stack; 0: nothing */
  char *stack_low, *stack_high; /* mapped once, at the first use of this thread number */
};

enum plain_access {
  PLAIN_NOTHING,  /* before main */
  PLAIN_BOUNDED,  /* checked for being in allocated memory */
  PLAIN_CHECKED,  /* and for data races */
  PLAIN_VISIBLE,  /* and visible to others */
  PLAIN_WATCHED,  /* spinloop.c looks at it first, then it is what `behind` says */
  PLAIN_IN_BLOCK, /* part of the atomic block that is being executed */
};

enum tried { TRIED_NOTHING, TRIED_IN_VAIN, TRIED_CLOSES, TRIED_WELL };

/* A mode of a recorded operation (the core leaves the high ones to us): it is not made. */
enum { STEP_SKIPPED = 0x80 };

enum { MAX_RANGES = 16 }; /* of one operation */
enum { MAX_EFFECTS = 3 * SHARED_MAX_THREADS + 16 };

struct runtime {
  struct thread *current; /* NULL while the driver runs */
  void *driver_sp;
  void *next_sp; /* of who goes on, for switch_away(); NULL: the same thread */

  /* The recorded steps that are being made again: from `cursor` up to `replay_end`. */
  const char *cursor, *replay_end;
  size_t replay_stride;
  bool diverged;
  bool waits_for_driver; /* the next of them can't be begun on the stack of a thread */

  struct rv_step step; /* what the current step has done so far */
  uint64_t step_pc;    /* where its thread stood before it */
  struct rv_effect effects[MAX_EFFECTS];
  struct rv_access ranges[MAX_RANGES]; /* of its operation, beyond the first */
  struct {
    uint64_t old;      /* what the last read-modify-write has found, */
    uint64_t progress; /* in this step, */
    bool adds;         /* whether it adds, */
    int order;         /* and its memory order */
  } update;
  struct {
    uint64_t progress; /* in this step, counted from 1, */
    int32_t amount;    /* so much was taken of an object; given back: -1; not to be had: 0 */
    bool adds;         /* whatever others take of it */
  } taken;
  uint64_t progress; /* ever made; watched by the timer */

  /* Who made the last step, how many were made before those it has made in a row, and how often it
   * has come back to one place in them; and how many were made when a value was last chosen
   * (long_execution.h). */
  struct {
    uint64_t before, pc, at, rounds; /* at: the step when it was there last */
    uint64_t chosen;
    rv_tid thread;
  } row;

  /* What of all this belongs to the state of the execution, beside the threads. */
  struct {
    uint64_t steps; /* made in this execution */
    rv_tid high;    /* thread numbers in use in this execution are below this */
    int exit_status;
    rv_tid exit_thread; /* who ended the program, */
    uint64_t exit_pc;   /* by this call, or by returning from main here; 0: it ended by itself */
    void *exit_frame;
    bool exiting;   /* some thread has called exit */
    bool erroneous; /* an error has been reported, */
    uint32_t error; /* the last one: one more than its number; 0: there was no room for it */
    bool failed;    /* an error has stopped a thread for good */
    bool bounded;   /* an assumption or a bound has stopped a thread */
    bool voided;    /* a void iteration has stopped a thread */
  };
  uint64_t ready[SHARED_MAX_THREADS / 64];     /* threads before a pending operation */
  uint64_t blockable[SHARED_MAX_THREADS / 64]; /* those whose operation others can disable */
  uint64_t enabled[SHARED_MAX_THREADS / 64];

  uint32_t races;  /* enum races_mode */
  uint32_t plain;  /* enum plain_access: what a plain access means just now */
  uint32_t behind; /* PLAIN_WATCHED: what it means otherwise */
  bool weak;       /* atomic accesses follow a weak memory model (weak.h) */
  bool until_weak; /* the search ends as soon as they should */
  bool worker;     /* started by `ravel`; otherwise every hook passes through to libc */
  bool inside;     /* the executions begin at a call of ravel_check(), not with main (inside.h) */
  bool started;    /* main has begun: whatever runs without a current thread is the driver */
  bool recording;  /* TASK_RECORD: every event goes into the record area */
  bool comparing;  /* states of a long execution are compared about now (livelock.h) */
  bool telling;    /* operations are recorded: while recording, and in steps of a tree */
  bool preempts;   /* the step under way preempts the thread before it; while recording */
  bool solo;       /* the execution is over, exit handlers run: no scheduling, no events */
  bool cancels;    /* the program can cancel threads: there are cancellation points */
  bool observers;  /* it is told which stores are blind (hidden_reads.h) */
  bool ends_shown; /* the end of a thread is an event: others can ask, or stop waiting, for it */
  bool ends_asked; /* the same, by what the program imports */
  bool lasting;    /* the program has changed what only another process puts back */
  bool unfit;      /* this process should not go on with further executions */
  bool loops;      /* spin loops are known */
  bool turns;      /* places are known where turns begin (turn.h) */
  bool compares;   /* it is tried where a thread would stand next (iteration.c) */
  bool follows;    /* turns are looked at */
  bool guard;      /* plain accesses of any thread matter to the turn of some thread */
  bool spun;       /* a spin loop was found that the exploration did not know of when it began,
                    * or threads that it took to be symmetric are not */
  bool fsgsbase;   /* the thread pointer can be set without a system call */
  uint32_t choice; /* the explorer's value for the RV_OP_CHOOSE being performed */
  uint8_t spins[256]; /* SPINLOOP_SLOT() of the places of known spin loops: not 0 */
  uint8_t heads[256]; /* TURN_SLOT() of the places where turns begin: not 0 */
  struct shared *shared;
  struct thread threads[SHARED_MAX_THREADS];
};

extern struct runtime rt;

/* A thread of the program runs, or one of its constructors, before there are threads. */
static inline bool program_runs(void) {
  return rt.current || (rt.worker && !rt.started);
}

/* --- schedule.c: stopping and going on ------------------------------------------------------- */

/* Switches stacks; switch_<machine>.S. */
void switch_stack(void **save_sp, void *load_sp);

/* The current thread is about to perform `kind` on the synchronisation object at [addr, addr+size).
 * Returns when it is its turn. `entry`, here and below, is the ENTRY of the function that the
 * program has called; NULL: it has none. */
void visible(enum rv_op_kind kind, uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc,
             void *entry);

/* The same for an access of the program's own code, which the caller checks: RV_OP_MEMORY. */
void visible_access(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *entry);

/* The same in parts, with switch_away() between them: processors predict where a function returns
 * to by who has called it, and that is wrong for each function that returns after a switch. So it
 * is the hook itself that switches. True: the thread stood before its operation. */
bool visible_access_begins(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *entry);
void visible_access_ends(bool stood);

/* The same for an access to an atomic object under a weak memory model, or a fence, with `weak` as
 * in struct rv_op. */
void visible_weak(const struct rv_op *op, uint64_t pc, void *entry);

/* The same for a lock that waits until the object is free: RV_OP_LOCK. */
void visible_lock(uint64_t addr, uint32_t size, const struct blocking *until_free, uint64_t pc,
                  void *entry);

/* The same for an access to several ranges; they must stay valid until it is performed. */
void visible_ranges(const struct rv_access *ranges, uint32_t n, uint64_t pc);

/* All of these in one: any operation, and how it blocks (NULL: nobody can disable it). */
void visible_operation(const struct rv_op *op, const struct blocking *blocking, uint64_t pc);

/* The same for an operation that waits, and that a thread may come back to in a loop. */
void visible_wait(const struct rv_op *op, const struct blocking *until, uint64_t pc, void *entry);

/* The same for a timed wait: it times out if what it waits for is not there. */
void visible_timed(const struct rv_op *op, const struct blocking *until, uint64_t pc);

/* The same for an operation that can fail and be made again. True: it has to fail, as it would if
 * it did not find what it tries to get (see iteration.c). `timed`: it waits for a while before it
 * fails. */
bool visible_try(const struct rv_op *op, const struct trial *trial, bool timed, uint64_t pc,
                 void *entry);

/* Our own functions, and steps of other executions, leave different bytes below the stack each
 * time. These would show up in unused parts of later frames, and an iteration that changes nothing
 * would not be recognised, or only sometimes. */
void wipe_below(void);
static inline void wipe_if_loops(void) {
  if (unlikely(rt.loops || rt.turns || rt.comparing || rt.current->watch))
    wipe_below();
}

/* The current thread, which is `self`, lets go on who is to do so. Where that is must not stay on
 * its stack, as it says how it was resumed. */
static inline void switch_away(struct thread *self) {
  if (rt.next_sp)
    switch_stack(&self->sp, rt.next_sp);
  wipe_if_loops();
}

/* The operation that visible() let through has happened: it read or returned `value`. */
static inline void performed(uint64_t value) {
  rt.step.value = value;
}

/* As performed(), for an operation that did less than it might have. */
static inline void performed_as(uint64_t value, uint32_t mode, uint32_t flags) {
  rt.step.value = value;
  rt.step.op.access.mode = mode;
  if (likely(rt.step.op.kind != RV_OP_AWAIT))
    rt.step.op.flags = (uint8_t)flags;
}

/* The current thread wants a value below `choices`; it is in rt.choice when this returns. */
void visible_choice(uint32_t choices, uint64_t pc);

void effect(enum rv_effect_kind kind, rv_tid thread, rv_tid other);

/* Lets `thread` run its local code now; the caller goes on when that thread stops. */
void run_local(struct thread *thread);

/* The current thread stands before the pending operation that is already in place, and waits. */
void stand_before_pending(uint64_t pc);

/* The current thread stops and does not stand before an operation: a join, an exit, its end. */
void stop_in(enum thread_state state);

/* The same before switch_away(). */
void stop_begins(enum thread_state state);
/* The current thread has ended; `thread` runs its local code in its place. */
_Noreturn void pass_on_to(struct thread *thread);
_Noreturn void stop_for_good(enum thread_state state);

/* Driver's side: `thread` begins a step, for resume() (resume.h); makes recorded steps again
 * (false: they did not repeat what was recorded). */
void begin_planned_step(struct thread *thread, uint32_t choice);
void skip_step(struct thread *thread);
bool resume_recorded(const struct rv_replay *first, size_t stride, size_t n);

#endif
