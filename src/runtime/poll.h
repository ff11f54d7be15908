/*
 * Waiting for any of several descriptors: poll, select and their variants, and what epoll.c has in
 * common with them. The kernel says what is ready; the thread waits until it says so of any.
 */
#ifndef RAVEL_RUNTIME_POLL_H
#define RAVEL_RUNTIME_POLL_H

#include <poll.h>
#include <signal.h>
#include <time.h>

#include "runtime/state.h"

/* What a thread watches; on its stack. */
struct watch {
  struct pollfd *list; /* a copy: what others write to the program's list comes too late */
  nfds_t n;
  const struct timespec *patience; /* how long it waits; NULL: for ever */
  const sigset_t *mask;            /* while it waits; NULL: as it is */
  bool ended;                      /* set if a signal has ended the wait */
  bool may_change;                 /* to be told of the first one may change it, */
  bool visible;                    /* set if there was an event */
};

/* The current thread waits until any of them is ready, or until it gives up, or a signal ends the
 * wait. True: none is ready. */
bool watch_wait(struct watch *watch, uint64_t pc, void *frame);

/* Whether a thread that waits watches a descriptor by this number. */
bool poll_watches(const struct thread *thread, int number);

/* Whether one of what it watches gives signals. */
bool poll_awaits_signals(const struct thread *thread);

/* The time has come that the current thread was ready to wait for. */
void watch_times_out(const struct watch *watch);

#endif
