/* Signal dispositions and masks of the program. */
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
void signals_set_mask(uint64_t mask); /* of the current thread */
const struct sigaction *signals_action(int number);
void signals_forget_action(int number); /* it is the default one again */

/* --- signals_sent.c ---------------------------------------------------------------------------
 */

void signals_can_be_sent(bool can); /* by the program */
void signals_mask_changes(uint64_t pc);
/* What is pending and not blocked is handled by the current thread. */
void signals_handle_pending(uint64_t pc, void *frame);
/* The thread waits for a signal, which may come from somebody else. */
bool signals_waits_for_outside(const struct thread *thread);
void signals_sent_reset(void);
void signals_sent_pieces(void);

#endif
