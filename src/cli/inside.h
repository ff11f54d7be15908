/* Checks that a running program asks for (protocol/inside.h): the side that supervises them. */
#ifndef RAVEL_CLI_INSIDE_H
#define RAVEL_CLI_INSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/program.h"

struct inside_wish;

/* The program at the other end of the socket starts a worker with this memory file, whose output
 * goes to `output`; -1: nowhere. Returns its process; -1, with errno set, when it cannot. */
pid_t inside_start_worker(int socket, int memory, int output);

/* The program at the other end of the socket becomes a worker itself. */
bool inside_become_worker(int socket, int memory);

/* The worker has ended, or the program has, and the worker with it. `status` is as waitpid tells.
 */
bool inside_worker_ended(int socket, int *status);

/* The next check that the program asks for; false: it has ended. */
bool inside_hear(int socket, struct inside_wish *wish);

/* The check is done: a status (enum inside_status), and a file with the report. */
bool inside_tell(int socket, uint32_t status, int report);

/* --- inside_host.c: a program that is started by us ------------------------------------------ */

struct inside_host {
  pid_t process;
  int socket;
};

/* Complains and returns false when it cannot be started. */
bool inside_launch(const struct program *program, struct inside_host *host);
void inside_end(struct inside_host *host);

/* Waits for the check that a trace is of; those before are left out. Complains when there is none.
 */
bool inside_await(const struct inside_host *host, const struct trace_program *about);

#endif
