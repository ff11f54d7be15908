/* Names that the program gives to its threads. */
#ifndef RAVEL_RUNTIME_THREAD_NAMES_H
#define RAVEL_RUNTIME_THREAD_NAMES_H

#include "runtime/runtime.h"

/* A thread begins; `parent` is RV_NO_THREAD for the first one. */
void thread_names_begin(rv_tid tid, rv_tid parent);
void thread_names_get(rv_tid tid, char name[THREAD_NAME]);
void thread_names_reset(void);
void thread_names_pieces(void);

#endif
