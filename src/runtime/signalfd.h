/*
 * Descriptors that signals are read from: signalfd. To the kernel each is an event. What can be
 * read depends on who reads: signals to that thread and to the process. So the kernel's event is
 * made to say what the thread would see that is about to look at it.
 *
 * An operation acts on what is pending for its thread and for any, as sigwait() does.
 */
#ifndef RAVEL_RUNTIME_SIGNALFD_H
#define RAVEL_RUNTIME_SIGNALFD_H

#include "runtime/libc_call.h"
#include "runtime/state.h"

/* The place stands for such a descriptor. */
bool signalfd_is_at(uint64_t place);

/* A thread is about to look at descriptors, or to ask the kernel which of them are ready. */
void signalfds_show(rv_tid tid);

/* The current thread takes from one, or (RV_READ) waits until it can. */
void signalfd_acts(uint32_t mode, struct state_acts *acts);

/* One is put into a set of descriptors; and what a wait for a set acts on because of that. */
void signalfd_joins_set(void);
void signalfd_set_acts(struct state_acts *acts);

/* A signal has become pending. */
void signalfds_notice(int number);

/* A call of libc with such a descriptor is answered here, if it reads, writes or buffers. */
void signalfd_answers(const char *function, struct libc_call *call);

/* Between executions. */
void signalfds_reset(void);

#endif
