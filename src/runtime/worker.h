/*
 * The process that explores, or follows a schedule: from its start to its end.
 */
#ifndef RAVEL_RUNTIME_WORKER_H
#define RAVEL_RUNTIME_WORKER_H

/* This process becomes a worker with this memory file; and works, from the state that it is in. */
void worker_take_over(int memory);
_Noreturn void worker_run(char **envp);
_Noreturn void worker_quit(void);

/* The program is about to do something that the memory model executes otherwise than sc, or that is
 * refused with it: a search that is made as under sc until then ends here. */
_Noreturn void worker_needs_graphs(void);

#endif
