/* Signal dispositions and masks of the program. */
#ifndef RAVEL_RUNTIME_SIGNALS_H
#define RAVEL_RUNTIME_SIGNALS_H

#include "runtime/runtime.h"
#include "runtime/signals_pending.h"
#include "runtime/state.h"

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

uint64_t signals_handled(void); /* those that have a handler, by number - 1 */

static inline uint64_t signals_mask_place(rv_tid tid) {
  return state_place(STATE_SIGNAL_MASK, tid);
}

/* --- signals_sent.c ---------------------------------------------------------------------------
 */

void signals_can_be_sent(bool can); /* by the program */
bool signals_is_ignored(int number);
void signals_taken(const struct signal_sent *signal); /* by the current thread */
siginfo_t signals_info(const struct signal_sent *signal);
void signals_mask_is(uint64_t mask, uint64_t pc); /* of the current thread, and nothing follows */

/* The current thread has this mask from now on; what it no longer blocks is handled. */
void signals_mask_changes(uint64_t mask, uint64_t pc, void *frame);

uint64_t signals_mask_in_handler(int number); /* what the handler of a signal blocks */

/* What is pending for the current thread and not blocked is handled, in a step that acts on that.
 */
void signals_take_acts(struct state_acts *acts);
void signals_take(uint64_t pc, void *frame);

/* The current thread handles a signal. False: it is ignored. */
bool signals_handle(const struct signal_sent *signal, uint64_t pc, void *frame);

/* The current thread writes to what nobody can read any more. */
void signals_pipe_is_broken(uint64_t pc, void *frame);

/* A timer sends one to the process, in a step that acts on that. A watchdog, which is there for
 * programs that do not end, is not to end those that would. */
void signals_timer_acts(int number, struct state_acts *acts);
void signals_timer_sends(int number, union sigval value, uint64_t pc, void *frame);

/* The current thread is about to create one: what is pending for anybody is on its way to that one,
 * too. And: it ends, which who sends to anybody can tell. */
void signals_creation_begins(uint64_t pc);
void signals_creation_ends(const struct thread *child, uint64_t pc, void *frame);
void signals_thread_ends(uint64_t pc);

void signals_sent_reset(void);
void signals_sent_pieces(void);

/* --- signals_wait.c ---------------------------------------------------------------------------
 */

/* The thread waits for a signal, which may come from somebody else. */
bool signals_waits_for_outside(const struct thread *thread);

#endif
