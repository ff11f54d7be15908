/* What the program wants to be done at signals. */
#ifndef RAVEL_RUNTIME_SIGNALS_H
#define RAVEL_RUNTIME_SIGNALS_H

#include "runtime/runtime.h"

void signals_snapshot(void); /* the program is about to start, with the dispositions as they are */
void signals_reset(void);
void signals_pieces(void);
void signals_before_back(void);
void signals_after_back(void);
void signals_thread_begins(rv_tid tid, rv_tid parent); /* RV_NO_THREAD: it is the first */
uint64_t signals_mask_of(rv_tid tid);

#endif
