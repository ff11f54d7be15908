/*
 * Pipes, socket pairs, events and sets of epoll that the program has open, as the kernel has them.
 * A process that comes from another one by fork shares them with it: what one of them reads is gone
 * for the other, and an end is closed when both have closed it. So a process that begins where
 * another one stays (processes.h) makes copies, with the same numbers, and leaves the originals as
 * they are to the one that stays.
 */
#ifndef RAVEL_RUNTIME_CHANNELS_H
#define RAVEL_RUNTIME_CHANNELS_H

#include <stdbool.h>

/* Whether all of them can be copied as they are. Sockets with names, an end that is closed, and
 * what holds more than a little cannot. */
bool channels_can_be_copied(void);

/* This process has just come from another one, which could tell that. */
void channels_copy(void);

#endif
