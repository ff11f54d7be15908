/*
 * The process that explores, or follows a schedule: from its start to its end.
 */
#ifndef RAVEL_RUNTIME_WORKER_H
#define RAVEL_RUNTIME_WORKER_H

int worker_main(int argc, char **argv, char **envp);
_Noreturn void worker_quit(void);

#endif
