/*
 * The end of the program: exit, and the return of main.
 */
#ifndef RAVEL_RUNTIME_EXIT_H
#define RAVEL_RUNTIME_EXIT_H

#include <stdint.h>

void exit_handlers_run(void); /* what handlers.h has, in a thread that is fit for it */
_Noreturn void exit_from_main(int status, uint64_t pc); /* main has returned there */
void thread_cleanups_run(void); /* destructors of the current thread's thread-local objects */

#endif
