/*
 * One recorded execution, as data: what it needs to be run again, and its story with all names
 * resolved, so that it can be read without the program at hand. Everything that is shown or
 * exported of an execution is made from this structure, and it is what a trace file holds.
 */
#ifndef RAVEL_REPORT_TRACE_H
#define RAVEL_REPORT_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol/shared.h"
#include "report/buffer.h"

#define TRACE_VERSION 1

/* A place in the source. Locations are numbered; 0 stands for an unknown one. */
struct location {
  const char *file; /* relative to the directory of the run where it lies below it */
  uint32_t line;
  const char *function;
  const char *text; /* the line itself, without indentation; empty when it can't be read */
};

struct trace_thread {
  uint32_t parent, nth; /* identity, as in struct shared_thread */
  uint64_t start;       /* address of its start function */
  const char *name;     /* "main", "T1 reader" */
  uint32_t created_at;  /* location */
  bool present;         /* it takes part in this execution */
};

/* A block of the heap that the story mentions; its name is block<number>, from 1. */
struct trace_block {
  uint64_t size;
  uint32_t allocated_at; /* location */
  const char *reached;   /* what points to it at the end; empty: nothing that has a name */
};

struct trace_event {
  uint8_t kind; /* enum record_kind */
  bool plain;
  bool preempts; /* it begins a step that preempts the thread before it */
  uint32_t thread, other;
  uint32_t size;
  uint64_t step;
  uint32_t source, last; /* under a weak memory model, as in struct record */
  const char *object;    /* the memory or mutex by name; empty: none */
  uint64_t value, stored;
  const char *value_name, *stored_name; /* where they point to; empty: they are just numbers */
  uint32_t at;                          /* location */
};

struct trace_wait {
  uint32_t thread;
  uint32_t kind; /* enum wait_kind */
  const char *object;
  uint32_t holder;
  uint32_t missing;        /* WAIT_BARRIER: threads that have not arrived */
  int64_t tag;             /* WAIT_MESSAGE */
  uint32_t at, held_since; /* locations */
};

enum { TRACE_SIDES = SIDE_DESTROYED + 1 };

/* One side of an error: a thread and its stack, innermost first, as locations. */
struct trace_stack {
  uint32_t side;   /* enum side */
  uint32_t thread; /* RV_NO_THREAD: there is no such side */
  uint32_t n;
  uint32_t *frames;
  uint32_t n_locks; /* that the thread held then, by name */
  const char **locks;
};

/* What a suppression can be about (suppressions.h); not in files. */
enum name_of { NAME_FUNCTION, NAME_FILE, NAME_LIBRARY, NAME_VARIABLE };
struct trace_name {
  const char *text;
  uint8_t of; /* enum name_of */
  bool top;   /* of the innermost call of one side */
  bool own;   /* of the stack of the thread that met the error */
};

struct trace_error {
  const char *kind; /* a name of the JSON contract; empty: the execution has no error */
  const char *message;
  const char *headline; /* names what it is about, in place of kind and message; empty: those do */
  const char *order;    /* why nothing orders the sides of a data race; empty: it is not known */
  uint64_t execution;
  uint64_t nth; /* error of the recorded execution, from 0 */
  bool refuted; /* the search has seen it, but the recorded execution does not show it */
  bool shown;   /* it came up while the execution was recorded */
  uint32_t at;
  const char *object; /* the memory concerned; empty: none */
  uint64_t size;
  uint64_t cycle; /* so many steps, the last ones, lead back to where they began; 0: none do */
  struct trace_stack stack;
  struct trace_stack other;  /* the other side: what it races with, where the block was freed */
  struct trace_stack origin; /* where the block was allocated */
  uint32_t n_waits;
  struct trace_wait *waits;
  bool weak;           /* under sc there is no error */
  uint32_t n_remedies; /* with these orders, or with those, there is none */
  const char **remedies;
  uint32_t n_names; /* with request.suppress */
  struct trace_name *names;
};

/* Where a schedule could not be followed: see struct shared_missed. */
struct trace_missed {
  uint64_t entry;
  uint32_t thread, why;
  struct trace_wait wait;
};

/* An atomic operation that is weaker than seq_cst; not in files. */
struct trace_site {
  uint64_t pc;
  uint32_t at;
  uint8_t kind, order; /* enum record_kind, __ATOMIC_* */
  bool plain;          /* it has no order, but a fence may come before it */
};

/* How the program was made and started. */
struct trace_program {
  const char *name;      /* as the user calls it */
  const char *directory; /* where the command ran; relative paths start here */
  uint32_t n_sources;
  const char **sources; /* none: `binary` was given */
  const char *binary;
  const char *cc, *cflags;
  const char *hash; /* of the binary's contents */
  uint32_t n_args;
  const char **args;
  const char *input; /* the file that is its standard input; empty: nothing is */
  uint32_t n_environment;
  const char **environment; /* NAME=VALUE, for the program; see cli/test_list.h */
  /* The check that the program asks for (protocol/inside.h): where, and how many have come from
   * there before it. Empty: the program itself is what is checked. */
  const char *check_file;
  uint32_t check_line, check_nth;
  const char *check_name; /* by the text of its source (cli/check_name.h); empty: it is unknown */
  uint32_t check_name_nth;
  const char *check_before; /* how the checks before it ended: a digit each, enum inside_status */
};

struct trace {
  struct arena arena;
  const char *ravel; /* version that recorded it */
  struct trace_program program;
  struct request request; /* as the recording worker got it */
  const char *algorithm;
  struct trace_error error;
  int32_t exit_status;
  uint32_t n_threads, n_marks;
  struct trace_thread *threads;
  uint64_t *marks;
  uint64_t n_choices;
  struct shared_choice *choices;
  uint32_t n_locations;
  struct location *locations; /* [0] is the unknown one */
  uint32_t n_blocks;
  struct trace_block *blocks;
  uint64_t n_events;
  struct trace_event *events;
  uint32_t n_sites;
  struct trace_site *sites;
  bool ordered; /* what happens before what is known: */
  uint64_t n_edges;
  struct shared_edge *edges;  /* happens-before between steps */
  bool fewest;                /* no execution with this error has fewer preemptions */
  const char *output;         /* what the program printed */
  struct trace_missed missed; /* of a schedule that was followed loosely; not in files */
};

/* Names used in files and on the command line; NULL past the end. */
const char *trace_event_name(uint32_t kind);
const char *error_kind_name(uint32_t kind);
/* ERROR_KINDS: it is no kind. */
uint32_t error_kind_number(const char *name);
/* Not so: what is unsupported, or too long. */
bool error_kind_is_of_program(const char *name);
const char *races_name(uint32_t races);
const char *volatile_name(uint32_t mode);
const char *files_name(uint32_t mode);
const char *reset_name(uint32_t reset);

/* "file:line", or "an unknown place". */
const char *trace_place(struct arena *arena, const struct trace *trace, uint32_t location);
const char *trace_thread_name(const struct trace *trace, uint32_t thread);

/* Whether the error is that the execution does not end. */
bool trace_is_endless(const struct trace *trace);

/* Whether an event is in the cycle at the end of the execution, and whether it is its first one.
 * The last step of the schedule would begin it again, and is not made. */
bool trace_in_cycle(const struct trace *trace, uint64_t event);
bool trace_begins_cycle(const struct trace *trace, uint64_t event);

/* Switches from one thread to another in the schedule, and those that preempt a thread. */
uint64_t trace_switches(const struct trace *trace);
uint64_t trace_preemptions(const struct trace *trace);

void trace_write(const struct trace *trace, struct buffer *out);

/* Fills in a zeroed trace. On failure `why` says in one line what is wrong with the file. */
bool trace_read(struct trace *trace, const char *path, char *why, size_t why_size);

/* Where two recordings of one schedule differ, in one line; false: they are the same. */
bool trace_differs(const struct trace *before, const struct trace *now, char *how, size_t how_size);

/* Whether two traces end with the same defect: the same kind at the same place, or a data race on
 * the same memory between the same lines. */
bool trace_same_error(const struct trace *a, const struct trace *b);

void trace_free(struct trace *trace);

#endif
