/*
 * The history of a watched thread since its last lasting effect: its local states before operations
 * of loops, what it has read since, and its plain writes that it may still take back. If it reaches
 * one of these states again, everything that it did in between can be left out of the execution: it
 * spins.
 */
#ifndef RAVEL_RUNTIME_HISTORY_H
#define RAVEL_RUNTIME_HISTORY_H

#include "runtime/runtime.h"

struct history {
  uint64_t pc,
      pc_before; /* of the last stand, and of the last one elsewhere that does not only try */
  struct rv_access access;
  uint64_t found;  /* what the operation of the step under way has found */
  uint32_t stands; /* since it began */
  uint32_t turns;  /* stands at places that are kept, */
  uint32_t turned; /* and how many it had been when that was last asked, */
  uint32_t alike;  /* or when something that was read had changed */
  uint32_t mixed;  /* how often it went from one operation to another, or accessed plain memory */
  uint32_t looks;  /* at a clock */
  uint32_t late;   /* how often it came to a place again, having looked at a clock */
  bool here;       /* the state of the last stand is the last that was kept */
  bool hidden;     /* something it depends on is not in what it has read */
  bool over;       /* it has come to a state again, and waits */
  uint32_t n, n_written;
  struct rv_access ranges[MAX_RANGES];  /* that were read, */
  uint64_t seen[MAX_RANGES];            /* and what was there */
  struct rv_access written[MAX_RANGES]; /* plainly, */
  uint64_t old[MAX_RANGES];             /* over this */
  uint32_t n_states;
  uint32_t used, last;        /* bytes of `states`, and where the last one begins */
  _Alignas(16) char states[]; /* struct state, one after the other */
};

struct history *history_of(const struct thread *thread);
void history_begin(struct history *history);

/* Notes what is read. False: it is too much, or has changed since it was read before. */
bool history_reads(struct history *history, struct rv_access access, uint64_t value);

/* Something has changed: what was read before does not count any more. */
void history_reads_anew(struct history *history);

bool history_writes(struct history *history, struct rv_access access, uint64_t old);

/* The thread stands before an operation. */
void history_stands(struct history *history, const struct thread *thread);

/* Whether it has stood at a place that is kept since this was last asked: if not, it has left the
 * loop. */
bool history_has_turned(struct history *history);

/* How the thread has come to where it stands. */
enum round {
  ROUND_NOT,     /* it has not been in this state */
  ROUND_AGAIN,   /* it has, */
  ROUND_MIXED,   /* with other operations in between, */
  ROUND_AT_ONCE, /* or with none but one turn of this operation */
  ROUND_IN_TIME, /* at this place at least, and it has looked at a clock since */
};
enum round history_comes_round(const struct history *history, const struct thread *thread,
                               const char *from);

/* Keeps the state in which the thread stands. False: it is too large. */
bool history_keep(struct history *history, const struct thread *thread, const char *from);

/* Forgets all but the last state that was kept, in which the thread stands. */
void history_keep_last(struct history *history);

/* Forgets all states, and that what was written might be taken back. */
void history_forget_states(struct history *history);

/* Of what was read, this is to be the first. */
void history_put_first(struct history *history, struct rv_access access);

void history_pieces(struct history *history);

#endif
