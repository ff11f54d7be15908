/*
 * What the kernel and libc keep for all threads: the objects that places in a reserved range stand
 * for (runtime/state.h).
 */
#ifndef RAVEL_PROTOCOL_STATE_H
#define RAVEL_PROTOCOL_STATE_H

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
  STATE_NUMBERS,     /* of descriptors: which are in use */
  STATE_DESCRIPTOR,  /* what a descriptor was opened as: by who opened it */
  STATE_READY,       /* what sets of descriptors wait for (runtime/epoll.h) */
  STATE_MEMBER,      /* no object: marked for a descriptor that has been in such sets */
  STATE_FILE,        /* the contents of a file, by its path */
  STATE_FILE_SHOWN,  /* the same, for a mark: what is written to it is read back */
  STATE_FILE_LOCKS,  /* the locks of a file, by its path (runtime/file_locks.h) */
  STATE_PIPE_OPENED, /* who opens a pipe with a name, by its path (runtime/named_pipes.h) */
  STATE_FILES,       /* names in the file system */
  STATE_MEMORY_STREAMS,
  STATE_STREAM_LOCK, /* by the stream; half of them are marks (runtime/stream_locks.h) */
  STATE_WORKING_DIRECTORY,
  STATE_LOCALE,
  STATE_TIME_ZONE,
  STATE_TOKENS,
  STATE_MAPPINGS,
  STATE_LIMITS,
  STATE_MODULES,
  STATE_BUFFERS,
  STATE_SYSTEM,
  STATE_KEYS,            /* which keys there are for thread-specific data */
  STATE_KEY_DELETION,    /* no object: marked when one is deleted that others may use */
  STATE_RANDOM,          /* where rand and random draw from */
  STATE_RAND48,          /* and drand48 and its kind */
  STATE_SIGNALS_PENDING, /* for a thread: by its number + 1; 0: for any */
  STATE_SIGNAL_MASK,     /* of a thread */
  STATE_LAST_LOOK,       /* whether a thread will look again whether some have */
  STATE_TIMERS,          /* all of them */
  STATE_INTERRUPTED, /* no object: marked for a thread that signals interrupt; the first, if any */
  STATE_ANNOTATED,   /* no object: what annotations say is known (runtime/annotations.h) */
  STATE_SCENARIO,    /* no object: marked where operations are events (runtime/operations.c) */
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
    "what is ready in a set of descriptors",                                                       \
    "a set of descriptors",                                                                        \
    "the contents of a file",                                                                      \
    "the contents of a file",                                                                      \
    "the locks of a file",                                                                         \
    "the openers of a pipe",                                                                       \
    "the names of files",                                                                          \
    "streams in memory",                                                                           \
    "the lock of a stream",                                                                        \
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
    "the signals that are pending",                                                                \
    "the signal mask of a thread",                                                                 \
    "the last look of a thread for signals",                                                       \
    "the timers",                                                                                  \
    "a thread that signals interrupt",                                                             \
    "an annotation",                                                                               \
    "a scenario",                                                                                  \
  }
// clang-format on

#endif
