/*
 * Files that the program writes are in memory during a search: a copy of what is there, or a new
 * one, which the next execution does not find. Nothing on the disk changes. Calls with names of
 * files (file_calls.h) get another name, that of the copy, or an answer: what the kernel would say
 * if names were as the program has made them (file_names.h). A stream of random numbers is a file
 * in memory, too, with the same numbers in every execution. Directories, links and pipes are on the
 * disk, as with --files=real (created_files.h).
 */
#ifndef RAVEL_RUNTIME_MEMORY_FILES_H
#define RAVEL_RUNTIME_MEMORY_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct libc_call;
struct file_call; /* a function that is given names of files */

/* The function is about to be called: changes its arguments, or what is called, where it is about a
 * file in memory. */
bool memory_files_redirect(const struct file_call *function, struct libc_call *call);

/* The runtime opens a file in the place of the program. */
int memory_files_open(const char *path, int flags, mode_t mode);

/* The number by which a file in memory is known (descriptors.c). False: the path is none. */
bool memory_files_number(const char *path, uint32_t *number);

/* The same for an open one, by the name that the kernel gives it. */
bool memory_files_number_of_link(const char *link, uint32_t *number);

/* Prints what the program has written, for whoever replays an execution. */
void memory_files_show(void);

void memory_files_reset(void);

#endif
