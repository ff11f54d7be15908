/*
 * What `ravel` (the supervisor) and the program under test (the worker) share: one memory file.
 * The supervisor writes the request and starts the worker, whose environment names the file's
 * descriptor (RAVEL_SHARED_FD). The worker writes progress, errors and, for one recorded
 * execution, the full story. Whatever happens to the worker, what it wrote is still here.
 *
 * The file is sparse: a header (struct shared) and then areas at fixed offsets. Nothing in the
 * header or in the schedule and record areas is a pointer, so the supervisor may map it anywhere;
 * the explorer's area holds pointers and is mapped at SHARED_BASE by every worker.
 */
#ifndef RAVEL_RUNTIME_SHARED_H
#define RAVEL_RUNTIME_SHARED_H

#include <stdint.h>

#include "build_id.h"
#include "core/explorer.h"

#define SHARED_FD_VARIABLE "RAVEL_SHARED_FD"
#define SHARED_MAGIC UINT64_C(0x31306c6576617264) /* "dravel01" */

#define SHARED_BASE UINT64_C(0x080000000000)
#define SHARED_SCHEDULES_OFFSET (UINT64_C(1) << 30) /* struct shared_choice[] */
#define SHARED_RECORDS_OFFSET (UINT64_C(1) << 34)   /* struct record[] */
#define SHARED_IMAGE_OFFSET (UINT64_C(1) << 35)     /* struct shared_region, each with its bytes */
#define SHARED_ORDER_OFFSET (UINT64_C(1) << 36)     /* struct shared_edge[] */
#define SHARED_EXPLORER_OFFSET (UINT64_C(1) << 37)
#define SHARED_SIZE (UINT64_C(1) << 39)

/* Stack and thread-local data of thread number t lie in the t-th stride from here. */
#define SHARED_STACKS_BASE UINT64_C(0x0D0000000000)
#define SHARED_STACK_STRIDE (UINT64_C(1) << 28)

/* Places that stand for what the kernel and libc keep for all threads, and hold nothing: see
 * state.h. */
#define SHARED_STATE_BASE UINT64_C(0x0E8000000000)
#define SHARED_STATE_KIND (UINT64_C(1) << 24) /* from one kind to the next */
#define SHARED_STATE_STRIDE 8                 /* from one place to the next */

enum {
  SHARED_MAX_THREADS = 4096, /* distinct threads over all executions */
  SHARED_MAX_ERRORS = 64,
  SHARED_MAX_FRAMES = 24,
  SHARED_MAX_WAITS = 64,
  SHARED_MAX_MODULES = 64,
  SHARED_MAX_SLOTS = 48,
  SHARED_MAX_MARKS = 1 << 20,
  SHARED_MAX_LIVENESS = 512,
  SHARED_MAX_UNJOINED = 64,
  SHARED_MAX_NOT_COVERED = 32,
  SHARED_SENTENCE = 256,
  SHARED_MESSAGE = 512,
  SHARED_PATH = 1024,
  SHARED_MAX_CREATED = 64,
  THREAD_NAME = 24,
};

enum error_kind {
  ERROR_ASSERTION,
  ERROR_DEADLOCK,
  ERROR_DATA_RACE,
  ERROR_USE_AFTER_FREE,
  ERROR_DOUBLE_FREE,
  ERROR_INVALID_FREE,
  ERROR_OUT_OF_BOUNDS,
  ERROR_LEAK,
  ERROR_LOCK_MISUSE,
  ERROR_CRASH,
  ERROR_ABORT,
  ERROR_EXIT_STATUS,
  ERROR_NONTERMINATION,
  ERROR_UNSUPPORTED, /* no error of the program */
  ERROR_KINDS
};

/* The names of the JSON contract, in the order of enum error_kind. */
#define ERROR_KIND_NAMES                                                                           \
  {                                                                                                \
    "assertion", "deadlock", "data-race", "use-after-free", "double-free", "invalid-free",         \
        "out-of-bounds", "leak", "lock-misuse", "crash", "abort", "exit-status", "nontermination", \
        "unsupported"                                                                              \
  }

/* What a place stands for; some kinds have one for each thread, signal and so on. */
enum shared_state {
  STATE_END,
  STATE_EXIT_HANDLERS,
  STATE_QUICK_EXIT_HANDLERS,
  STATE_THREAD_NAME,
  STATE_SIGNAL,
  STATE_ENVIRONMENT,
  STATE_CREATION_MASK,
  STATE_OPTIONS,
  STATE_NUMBERS,    /* of descriptors: which are in use */
  STATE_DESCRIPTOR, /* what a descriptor was opened as: by who opened it */
  STATE_FILE,       /* the contents of a file, by its path */
  STATE_FILE_SHOWN, /* the same, for a mark: what is written to it is read back */
  STATE_FILES,      /* names in the file system */
  STATE_MEMORY_STREAMS,
  STATE_WORKING_DIRECTORY,
  STATE_LOCALE,
  STATE_TIME_ZONE,
  STATE_TOKENS,
  STATE_MAPPINGS,
  STATE_LIMITS,
  STATE_MODULES,
  STATE_BUFFERS,
  STATE_SYSTEM,
  STATE_KEYS,         /* which keys there are for thread-specific data */
  STATE_KEY_DELETION, /* no object: marked when one is deleted that others may use */
  STATE_RANDOM,       /* where rand and random draw from */
  STATE_RAND48,       /* and drand48 and its kind */
  STATE_KINDS
};

/* In the order of enum shared_state. */
// clang-format off
#define SHARED_STATE_NAMES                                                                         \
  {                                                                                                \
    "the end of the program",                                                                      \
    "the exit handlers",                                                                           \
    "the quick exit handlers",                                                                     \
    "the name of a thread",                                                                        \
    "the disposition of signal %u",                                                                \
    "the environment",                                                                             \
    "the file creation mask",                                                                      \
    "the state of getopt",                                                                         \
    "the numbers of descriptors",                                                                  \
    "a descriptor",                                                                                \
    "the contents of a file",                                                                      \
    "the contents of a file",                                                                      \
    "the names of files",                                                                          \
    "streams in memory",                                                                           \
    "the working directory",                                                                       \
    "the locale",                                                                                  \
    "the time zone",                                                                               \
    "the state of strtok",                                                                         \
    "the mappings of memory",                                                                      \
    "the resource limits",                                                                         \
    "the loaded modules",                                                                          \
    "a buffer of libc",                                                                            \
    "the state of the system",                                                                     \
    "the thread keys",                                                                             \
    "a key that is deleted",                                                                       \
    "the state of rand",                                                                           \
    "the state of drand48",                                                                        \
  }
// clang-format on

enum worker_task { TASK_EXPLORE, TASK_RECORD };
enum races_mode { RACES_REPORT, RACES_INTERLEAVE, RACES_IGNORE };
enum { ANY_EXIT = -1 };
/* What can keep executions from being explored; bits of `bounds_met`. */
enum bound { BOUND_TIMEOUTS, BOUND_SPURIOUS, BOUND_STEPS, BOUNDS };
enum reset_mode { RESET_AUTO, RESET_MEMORY, RESET_FORK, RESET_CHECKED };

/* Memory is restored until that is seen not to be enough. */
static inline bool reset_is_auto(uint32_t mode) {
  return mode == RESET_AUTO || mode == RESET_CHECKED;
}

/* What the worker is asked to do.
 *
 * TASK_RECORD runs in a memory file of its own, with no explorer: the supervisor has filled in
 * `threads` and `marks` as the exploration left them (a schedule names threads by number, and has a
 * step for every access to a marked granule) and the schedule. The worker follows the schedule to
 * its end, appends to records[] as it goes, and puts the errors it meets into errors[], with the
 * other side where there is one. */
struct request {
  uint32_t task;  /* enum worker_task */
  uint32_t races; /* enum races_mode */
  uint32_t reset; /* enum reset_mode: AUTO is MEMORY until a replay fails, then FORK; CHECKED is
                   AUTO, and every return to a checkpoint is compared with a replay */
  uint32_t keep_going;   /* explore on after an error */
  uint32_t run;          /* the process that explores, for names of temporary files */
  uint32_t step_seconds; /* longest time one step may run before it is called an endless loop */
  uint32_t timeouts;     /* how often a thread may give up waiting in an execution */
  uint32_t spurious;     /* how often something may happen to it for no reason */
  int64_t nondet_low, nondet_high; /* the values of __VERIFIER_nondet_int() and its kind */
  uint32_t void_iterations;        /* explore them too (turn.h) */
  uint32_t leaks;                  /* look for leaks at the end of every execution */
  int32_t expect_exit;             /* the exit status that is right; ANY_EXIT: it is not judged */
  uint32_t show_output;            /* leave standard output and error of the program alone */
  struct rv_options explorer;

  /* TASK_RECORD: the schedule to follow, in the schedule area. */
  uint64_t schedule_first, schedule_length;
  uint64_t watch_addr, watch_size; /* plain accesses to this range are recorded too */
};

/* One step of a recorded schedule. */
struct shared_choice {
  uint32_t thread;
  uint32_t choice;
};

/* TASK_RECORD: of two steps of different threads, counted from 1, one happens before the other, and
 * nothing in between. One more than the last step stands for the error, and comes after all that
 * it needs. */
struct shared_edge {
  uint64_t before, after;
};

/* A thread's identity: the `nth` thread (from 0) created by `parent`. */
struct shared_thread {
  uint32_t parent; /* RV_NO_THREAD for the initial thread */
  uint32_t nth;
  uint64_t created_at;    /* pc of the call; 0 for the initial thread */
  uint64_t start;         /* address of its start function */
  char name[THREAD_NAME]; /* given by the program; empty: none */
};

/* Who waits for what, held by whom: the lines of a deadlock report. */
struct shared_wait {
  uint32_t thread;
  uint32_t kind;       /* enum wait_kind */
  uint64_t object;     /* address of the mutex */
  uint32_t holder;     /* the thread that holds it, or is joined; RV_NO_THREAD: nobody */
  uint64_t pc;         /* where it waits */
  uint64_t held_since; /* pc of the holder's lock operation; 0: unknown */
  uint32_t missing;
  int64_t tag;
};
enum wait_kind {
  WAIT_MUTEX,
  WAIT_JOIN,
  WAIT_AWAIT,
  WAIT_COND,
  WAIT_SEMAPHORE,
  WAIT_RWLOCK,
  WAIT_SPIN,
  WAIT_BARRIER, /* `missing` threads have not arrived */
  WAIT_ONCE,
  WAIT_FUTEX,
  WAIT_LOOP,    /* goes round a loop, and nothing changes */
  WAIT_MESSAGE, /* with `tag`; negative: any */
  WAIT_TO_READ, /* from descriptor `tag` */
  WAIT_TO_WRITE,
};

/* What somebody did there. */
enum side { SIDE_RACING, SIDE_ALLOCATED, SIDE_FREED, SIDE_LOCKED, SIDE_DESTROYED };

/* A thread and its stack, innermost first, as return addresses. */
struct shared_stack {
  uint32_t side;   /* enum side */
  uint32_t thread; /* RV_NO_THREAD: there is none */
  uint32_t n;
  uint64_t frames[SHARED_MAX_FRAMES];
};

struct shared_error {
  uint32_t kind; /* enum error_kind */
  uint32_t thread;
  uint64_t execution; /* in which it was found, from 1 */
  uint64_t schedule_first,
      schedule_length;  /* in the schedule area; the last step shows the error */
  uint32_t n_marks;     /* of the marks, that the schedule has steps for from its beginning; */
  uint32_t n_marks_met; /* and those made by then, in this execution too */
  uint64_t pc;          /* where, as a return address (pc - 1 is inside the call); 0: unknown */
  uint32_t n_frames;    /* the stack of `thread`, innermost first; frames[0] == pc */
  uint64_t frames[SHARED_MAX_FRAMES];
  /* The other side: what a data race is with, where a block was freed, a mutex locked. And where
   * the block was allocated. TASK_RECORD fills them in. */
  struct shared_stack other, origin;
  uint64_t addr, size; /* the memory concerned; 0: none */
  uint32_t n_waits;
  struct shared_wait waits[SHARED_MAX_WAITS];
  char file[SHARED_PATH]; /* where the program itself says where (assert); empty: from pc */
  uint32_t line;
  char message[SHARED_MESSAGE];
};

/* What is known for good is a mark: the address of a granule of memory that was thought private and
 * is shared (private.h), or with one of these bits something else. */
#define SPINLOOP_MARK (UINT64_C(1) << 63)      /* the address of an operation that spins, */
#define SPINLOOP_CYCLES (UINT64_C(1) << 62)    /* with others */
#define DEAD_WORD_MARK (UINT64_C(1) << 59)     /* with SPINLOOP_MARK: see dead_words.h; */
#define DEAD_WORD_NONE (UINT64_C(1) << 58)     /* no word is dead at this place; */
#define DEAD_WORD_HALF (UINT64_C(1) << 57)     /* half of a value, the low one first */
#define TURN_MARK (UINT64_C(1) << 58)          /* with SPINLOOP_MARK alone: see turn.h; */
#define TURN_DEAD (UINT64_C(1) << 57)          /* part of a guess (dead_memory.h) */
#define TURN_LAST (UINT64_C(1) << 56)          /* the last operation of a void turn */
#define TURN_GIVEN_UP (UINT64_C(1) << 55)      /* no turn that ends there is ever void */
#define TURN_ADDRESS ((UINT64_C(1) << 48) - 1) /* the address in one of these */
#define HIDDEN_READ_MARK (UINT64_C(1) << 61)   /* a granule that is read unseen (hidden_reads.h) */
#define COMBINING_MARK (UINT64_C(1) << 60)     /* a granule where kinds meet (combining.h) */
#define PRIVATE_MARK_LATER (UINT64_C(1) << 62) /* the granule is not shared from the beginning */

/* A loaded module: file addresses are pc - bias. */
struct shared_module {
  uint64_t bias, begin, end;
  char path[SHARED_PATH]; /* empty: the program itself */
};

/* What a function still reads of its registers and its frame once a call in it returns to pc. */
struct shared_liveness {
  uint64_t pc;    /* a return address in the running program */
  uint32_t known; /* 0: nothing is known, everything may be live */
  uint32_t
      cfa_is_rbp; /* at pc, the end of the frame (the CFA) is rbp + cfa_offset; else rsp + it */
  int32_t cfa_offset;
  uint32_t dead; /* bit i: callee-saved register i (0 rbx, 1 rbp, 2 r12 ... 5 r15) holds a value of
                    this function that it does not read any more */
  int32_t saved[6]; /* where this function keeps its caller's register i, as offset from the CFA; 0:
                       it has not saved it, the register still is the caller's */
  uint32_t overwrites; /* the call is a hook: so many bytes are overwritten, and not read before, by
                          what it makes or announces; 0: that is not known */
  uint32_t unseen;     /* there is code that reads memory and does not say so */
  uint32_t n_slots;
  struct {
    int32_t begin, end;
  } slots[SHARED_MAX_SLOTS]; /* dead bytes of the frame: offsets from the CFA, [begin, end) */
};

/* One line of the story of a recorded execution. */
enum record_kind {
  RECORD_READ,       /* `value` is what was read */
  RECORD_WRITE,      /* `stored` is what was written */
  RECORD_UPDATE,     /* read-modify-write: `value` is what was read, `stored` what was written */
  RECORD_CAS_FAILED, /* `value` is what was read, `stored` what was expected */
  RECORD_FENCE,
  RECORD_LOCK,
  RECORD_TRYLOCK, /* `value` is 0 when it got the mutex */
  RECORD_UNLOCK,
  RECORD_CREATE, /* `other` is the new thread */
  RECORD_JOIN,   /* `other` is the thread whose end was seen */
  RECORD_END,    /* the thread ended */
  RECORD_EXIT,   /* the thread called exit or main returned: `value` is the status */
  RECORD_CHOOSE, /* `value` of `stored` choices */
  RECORD_AWAIT,
  RECORD_FREE,        /* of a block of the heap */
  RECORD_TRY_JOIN,    /* `other` has not ended yet */
  RECORD_CANCEL,      /* `other` is the thread that is asked to end */
  RECORD_TEST_CANCEL, /* it has not been asked to end */
  RECORD_CANCELLED,   /* it has */
  RECORD_INIT,        /* of a synchronisation object that must be initialised */
  RECORD_DESTROY,     /* of a synchronisation object */
  RECORD_TIMEOUT,     /* it has waited for the object in vain */
  RECORD_WAIT,        /* begins to wait on a condition variable */
  RECORD_WOKEN,       /* `value` is enum woken_by */
  RECORD_SIGNAL,      /* `value` threads wait and have not been woken yet */
  RECORD_BROADCAST,   /* the same */
  RECORD_POST,        /* of a semaphore: `stored` is what it has now */
  RECORD_TAKE,        /* from a semaphore: `stored` is what it has now */
  RECORD_TRY_TAKE,    /* in vain */
  RECORD_GET_VALUE,   /* of a semaphore: `value` */
  RECORD_OPEN,        /* of a named semaphore */
  RECORD_CLOSE,
  RECORD_UNLINK,
  RECORD_RDLOCK,
  RECORD_WRLOCK,
  RECORD_TRY_RDLOCK, /* `value` is 0 when it got the lock */
  RECORD_TRY_WRLOCK,
  RECORD_ARRIVE,    /* at a barrier, as number `value` of `stored` */
  RECORD_LEAVE,     /* `value` is 1 for the thread that is told so */
  RECORD_ONCE,      /* `value` is 1 where it has been done before */
  RECORD_ONCE_DONE, /* `value` is 0 where the attempt has failed */
  RECORD_FUTEX_WAIT,
  RECORD_FUTEX_DIFFERS, /* the memory is not as expected: it does not wait */
  RECORD_FUTEX_WOKEN,
  RECORD_FUTEX_WAKE, /* `value` of `stored` threads */
  RECORD_SEND,       /* of a message with tag `value` and data `stored`, to `other` */
  RECORD_RECEIVE,    /* the same, from `other` */
  RECORD_NO_MESSAGE, /* with tag `value` */
  RECORD_STATE_LOOK, /* what the kernel or libc keeps for all threads: looks at it */
  RECORD_STATE_ADD,
  RECORD_STATE_CHANGE,
  RECORD_BLOCK_BEGIN,
  RECORD_BLOCK_END,
  RECORD_ERROR, /* the error the recording is about happened here */
  RECORD_KINDS
};

enum woken_by { WOKEN_BY_SIGNAL, WOKEN_BY_NOTHING, WOKEN_BY_TIME, WOKEN_BY_CANCEL };

enum { RECORD_CALLERS = 8 };

struct record {
  uint8_t kind;     /* enum record_kind */
  uint8_t plain;    /* an access that is neither atomic nor volatile */
  uint8_t order;    /* memory order of an atomic, as in __ATOMIC_*; 255: none */
  uint8_t preempts; /* its step was made though the thread of the one before could have gone on */
  uint32_t thread;
  uint32_t other;
  uint32_t size;
  uint64_t step; /* index in the schedule of the step it belongs to, from 1; 0: before the first */
  uint64_t addr;
  uint64_t value, stored; /* of the first 8 bytes */
  uint64_t pc;            /* a return address */
  /* Where addr lies on the heap: size of the block (0: not on the heap), offset in it, where it
   * was allocated. */
  uint64_t block_size, block_offset, block_pc;
  /* Where it lies on a stack: the frame pointer of the function whose frame it is in, and where
   * that function is, as a return address. 0: it is on none, or not in a frame that is known. */
  uint64_t frame, frame_pc;
  uint64_t callers[RECORD_CALLERS]; /* the functions around pc, inner ones first; 0: no more */
};

/* A part of the program's memory when the error happened, and behind it `kept` bytes of what is
 * there. */
enum region_kind {
  REGION_DATA,
  REGION_BLOCK,     /* of the heap: `pc` is where it was allocated */
  REGION_REGISTERS, /* no memory: of a thread, whose number is addr; SHARED_REGISTERS words */
  REGION_FRAME,     /* no memory: addr is the frame pointer of a function that is at `pc` */
};
enum { SHARED_REGISTERS = 17 }; /* as DWARF numbers those of x86-64; the last is the pc */
struct shared_region {
  uint64_t kind; /* enum region_kind */
  uint64_t addr, size, kept;
  uint64_t pc;
};

/* What a worker was doing: if it is lost then, that is what killed it. */
enum under_way { UNDER_WAY_NOTHING, UNDER_WAY_STEP, UNDER_WAY_RESET };

enum worker_state {
  WORKER_STARTING,
  WORKER_RUNNING,
  WORKER_FINISHED,    /* everything explored, or the recording is complete */
  WORKER_STOPPED,     /* an error ended the run */
  WORKER_LIMIT,       /* a limit of the request was met */
  WORKER_INTERRUPTED, /* `stop` was set */
  WORKER_AGAIN,       /* this process is no longer fit to go on: start another one */
  WORKER_DIVERGED,    /* replay does not reproduce what was recorded, in fresh processes either */
};

struct shared {
  uint64_t magic;
  char build[BUILD_ID_SIZE];   /* both sides are from one */
  uint32_t state;              /* enum worker_state */
  volatile uint32_t stop;      /* set by the supervisor: end soon, keep the results */
  uint32_t fork_per_execution; /* the worker has fallen back to it */
  uint32_t states_compared;    /* and some were found to be the same (system.c) */
  uint32_t plain_shared;       /* plain memory is written by one thread and accessed by another */
  uint32_t bounds_met;         /* enum bound, as bits: since the exploration began (cut.h) */
  uint32_t attached;           /* how many processes have attached so far */
  struct request request;
  struct rv_stats stats;   /* live */
  uint64_t schedules_used; /* entries of the schedule area in use */
  uint64_t records_used;   /* entries of the record area in use */
  uint64_t image_used;     /* bytes of the image area in use */
  uint64_t edges_used;     /* entries of the order area in use */
  uint32_t n_threads;
  uint32_t n_modules;
  uint32_t n_errors;
  uint32_t n_marks;
  uint32_t n_marks_known; /* when the exploration began: others for spin loops are not heeded yet */
  int32_t exit_status;    /* TASK_RECORD: what the program ended with */
  uint32_t reproduced;    /* TASK_RECORD: the error came up again */
  /* enum under_way: what the worker is doing now; and what the one before it was doing when it was
   * lost, set by the supervisor: it is not done again, but reported. */
  uint32_t step_under_way;
  uint32_t deadly_step;
  int32_t deadly_status;         /* how that worker ended, as waitpid tells */
  char diverged[SHARED_MESSAGE]; /* WORKER_DIVERGED: the two events that differ */
  uint64_t diverged_pc;          /* where the second one was; 0: unknown */
  char diverged_after[160];      /* what its thread had done before; empty: nothing known */
  char failure[SHARED_MESSAGE];  /* the worker could not run: why, in one line */
  struct shared_thread threads[SHARED_MAX_THREADS];
  struct shared_module modules[SHARED_MAX_MODULES];
  uint64_t marks[SHARED_MAX_MARKS];
  struct shared_error errors[SHARED_MAX_ERRORS];
  uint32_t n_created; /* files that the present execution has created */
  char created[SHARED_MAX_CREATED][SHARED_PATH];
  uint32_t n_unjoined;
  uint64_t unjoined[SHARED_MAX_UNJOINED]; /* pcs that created threads nobody joined or detached */
  uint32_t n_not_covered;                 /* see coverage.h */
  char not_covered[SHARED_MAX_NOT_COVERED][SHARED_SENTENCE];
  /* The worker asks what is live at a pc, sets `asked`, and waits until it is 0. */
  uint64_t asked;
  int32_t supervisor; /* its process, which answers */
  uint32_t n_liveness;
  struct shared_liveness liveness[SHARED_MAX_LIVENESS];
  uint64_t explorer;      /* address of struct rv_explorer in the worker; 0: not made yet */
  uint64_t explorer_used; /* bytes of the explorer's area in use */
  uint32_t last_progress; /* enum rv_progress of the last execution in a process of its own */
};

#endif
