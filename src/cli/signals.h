/*
 * Signals as something to wait for. Interrupts are blocked from the start of a command and read
 * from a descriptor while it waits for a child, so that every way out passes through the cleanup.
 */
#ifndef RAVEL_CLI_SIGNALS_H
#define RAVEL_CLI_SIGNALS_H

#include <stdbool.h>
#include <sys/types.h>

void signals_init(void);

/* In a child, before it becomes another program: everything as it was. */
void signals_restore(void);

/* Waits for a signal, for `fd` (-1: none) to become readable, or for the time to pass. */
void signals_wait(int milliseconds, int fd, int other);

/* How often the user, or the system, has asked us to stop. */
unsigned signals_interrupts(void);
/* The same without those that come from the keyboard. */
unsigned signals_terminations(void);

/* Seconds of a clock that only goes forward. */
double clock_seconds(void);

#endif
