/*
 * File descriptors, streams and directories of the program: what each was opened as, and which
 * objects an operation on it acts on (state.h).
 *
 * A descriptor that is opened is named by its opener, as threads are: the k-th that a thread
 * opened. Its number is another object, which all share. What is written to a file counts only
 * where the program reads it back: as long as it does not, two writes are not ordered.
 */
#ifndef RAVEL_RUNTIME_DESCRIPTORS_H
#define RAVEL_RUNTIME_DESCRIPTORS_H

#include <stdio.h>

#include "runtime/libc_table.h"
#include "runtime/state.h"

/* What the current thread wants to wait for; on its stack while it does. */
struct descriptor_wish {
  int number;
  short events;  /* as for poll() */
  uint64_t size; /* how much is to be written; 0: that is not known */
};

/* An operation on a descriptor. `shows` says that its result tells how much has been written. */
void descriptor_acts(int number, enum libc_mode mode, bool shows, struct descriptor_wish *wish,
                     struct state_acts *acts);

/* Which numbers are free matters, if the program gets to know numbers. */
void descriptor_numbers_act(bool shows, struct state_acts *acts);

/* A file name is looked up. */
void descriptor_path_acts(const char *path, bool shows, struct state_acts *acts);

/* The turn of an operation has come: what others have done before is known to it. */
void descriptor_synchronise(int number, enum libc_mode mode);

/* The current thread has opened a descriptor; `like` has to do with the same, or -1. */
void descriptor_opened(int number, int like);
void descriptor_duplicated(int from, int to);
void descriptor_closes(int number);

void stream_opened(FILE *stream);
void stream_closes(FILE *stream);
int stream_number(FILE *stream); /* negative: it has none */

/* Between executions: closes what the program has left open. */
void descriptors_reset(void);

#endif
