/*
 * What libc and the kernel keep for the whole process, and the runtime puts back before every
 * execution: standard descriptors and streams, the locale, the working directory, the time zone,
 * limits of resources, the processors that it may use.
 */
#ifndef RAVEL_RUNTIME_PROCESS_STATE_H
#define RAVEL_RUNTIME_PROCESS_STATE_H

#include <stdbool.h>

enum { STANDARD_DESCRIPTORS = 3 };

enum process_state {
  PROCESS_LOCALE,
  PROCESS_DIRECTORY,
  PROCESS_TIME_ZONE,
  PROCESS_LIMITS, /* and processors */
  PROCESS_STATES
};

/* All of it is as the program finds it. */
void process_state_snapshot(void);

/* The program is about to change it. */
void process_state_changes(enum process_state what);

/* It closes one of the standard descriptors, or opens another file there. */
void standard_descriptor_changes(int number);

/* It closes or reopens stdin, stdout or stderr. */
void standard_stream_changes(void);

void process_state_reset(void);

#endif
