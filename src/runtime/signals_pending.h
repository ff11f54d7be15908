/*
 * Signals that were sent and have not been handled or taken yet. A list in the order of those for
 * whom they are and of their numbers; of several with the same number (real-time signals), the
 * first that was sent comes first.
 */
#ifndef RAVEL_RUNTIME_SIGNALS_PENDING_H
#define RAVEL_RUNTIME_SIGNALS_PENDING_H

#include <signal.h>

#include "runtime/runtime.h"
#include "runtime/state.h"

enum { SIGNALS_ANYBODY = RV_NO_THREAD };

struct signal_sent {
  uint32_t id;   /* who has sent it, and how many that thread had sent before */
  rv_tid target; /* or SIGNALS_ANYBODY */
  int32_t number, code;
  union sigval value;
  uint64_t time; /* of its sender */
  bool arrived;  /* its target is about to handle it */
};

/* Signals that have come to each thread and that it is about to handle, by number - 1. */
extern uint64_t signals_arrived[SHARED_MAX_THREADS];

static inline uint64_t signal_bit(int number) {
  return UINT64_C(1) << (number - 1);
}

static inline uint64_t pending_place(rv_tid target) {
  return state_place(STATE_SIGNALS_PENDING, target == SIGNALS_ANYBODY ? 0 : target + 1);
}

/* NULL: it is pending already, and such a signal is pending only once; or there is no room. */
struct signal_sent *pending_add(const struct signal_sent *signal, uint64_t pc, void *frame);
/* The thread is about to handle a signal that it has just sent. False: none of its number is
 * pending. Otherwise they are one, and it is no longer pending. */
bool pending_is_one_with(struct signal_sent *signal);
struct signal_sent *pending_find(uint32_t id, rv_tid target);

/* It would be the next of its number that is taken. */
bool pending_is_first(const struct signal_sent *signal);

/* It comes to a thread. */
void pending_arrives(struct signal_sent *signal, struct thread *at);

/* The n-th of those on their way to anybody; NULL: there are not so many. */
const struct signal_sent *pending_for_anybody(uint32_t n);

/* Which signals are pending for a thread. */
uint64_t pending_for(rv_tid tid);
uint64_t pending_for_it_alone(rv_tid tid);

/* One of a set that is pending for the thread is taken, or one that has arrived there: its number,
 * or 0, as there is none. */
int pending_take(rv_tid tid, uint64_t set, bool arrived, struct signal_sent *taken);

void pending_reset(void);
void pending_pieces(void);

#endif
