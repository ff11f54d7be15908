/*
 * Semaphores, for what is made of them. `pc` and `frame` are the program's call.
 */
#ifndef RAVEL_RUNTIME_SEMAPHORE_H
#define RAVEL_RUNTIME_SEMAPHORE_H

#include "runtime/runtime.h"

/* In the first bytes of a sem_t. */
struct semaphore {
  uint32_t value;
  uint32_t life; /* OBJECT_READY once it is initialised */
};

/* --- semaphore_names.c: sem_open and its kind ------------------------------------------------- */

void semaphore_names_reset(void);
void semaphore_names_pieces(void);

#endif
