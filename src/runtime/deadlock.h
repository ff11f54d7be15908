/* Deadlocks: threads that can never go on. */
#ifndef RAVEL_RUNTIME_DEADLOCK_H
#define RAVEL_RUNTIME_DEADLOCK_H

#include "runtime/runtime.h"

/* What a thread that is blocked waits for. */
struct shared_wait deadlock_wait_of(const struct thread *thread);

/* No thread can go on: those that have not ended are deadlocked. True: there are some. */
bool deadlock_report(void);

/* Other threads may be enabled, or the program has exited. Deadlocked are threads that wait for
 * each other in a circle, or for such a thread; if the program has not exited, also threads that
 * wait for a mutex whose holder has ended. True: there are some. */
bool deadlock_report_partial(void);

#endif
