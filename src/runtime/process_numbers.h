/*
 * The numbers of the process and of its threads. The program knows made-up ones, which are the same
 * in every process that it is run in. Whatever it gives to the kernel is translated here, and so is
 * what it gets from there. To the kernel there is one thread.
 */
#ifndef RAVEL_RUNTIME_PROCESS_NUMBERS_H
#define RAVEL_RUNTIME_PROCESS_NUMBERS_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "runtime/file_calls.h"
#include "runtime/libc_table.h"

/* Whether the program knows its own process, or one of its threads, by this number. */
bool number_is_own(pid_t number);

/* A negative number is that of a group. Those of other processes stay as they are. */
pid_t number_for_kernel(pid_t number);
pid_t number_for_program(pid_t number);

/* The arguments that a row says to be such numbers, */
void numbers_in_arguments(const struct libc_function *row, struct libc_call *call);

/* a name below /proc, */
void numbers_in_path(const struct file_call *function, struct libc_call *call);

/* and a result. */
void number_is_returned(struct libc_call *call);

/* A name that the kernel has given, as it is in every process. */
const char *path_for_program(const char *path, char to[PATH_MAX]);

/* Called for fcntl(), whose argument may be such a number. */
int fcntl_with_numbers(int descriptor, int command, uint64_t argument);

#endif
