/*
 * What processes share that come from each other by fork: positions of open files, and the contents
 * of files in memory. A process that stays at a state takes a copy, and puts it back when another
 * one has gone on from there. Of pipes and their kind it is the other one that has a copy
 * (channels.h).
 */
#ifndef RAVEL_RUNTIME_HELD_H
#define RAVEL_RUNTIME_HELD_H

#include <stdbool.h>

/* False: the program has something open that cannot be put back or copied. */
bool held_take(void);
void held_put_back(void);

#endif
