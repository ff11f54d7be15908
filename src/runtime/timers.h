/*
 * Timers: alarm, setitimer, timer_settime, timerfd_settime. One that is set is a thread of its own,
 * which is no thread of the program and whose steps are that the time has come: at any time, once,
 * or as often as --timeouts allows.
 */
#ifndef RAVEL_RUNTIME_TIMERS_H
#define RAVEL_RUNTIME_TIMERS_H

#include "runtime/runtime.h"

/* The current thread is told what has happened to a descriptor: perhaps that a time has come. */
void timers_synchronise(int number);

/* One would have gone off once more, but for the bound. */
bool timers_were_stopped(void);

void timers_reset(void);
void timers_pieces(void);

#endif
