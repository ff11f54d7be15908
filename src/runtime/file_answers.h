/*
 * What a call with names of files is about, and what it is answered where libc must not make it
 * (memory_files.h). The call is about to be made: nothing comes in between.
 */
#ifndef RAVEL_RUNTIME_FILE_ANSWERS_H
#define RAVEL_RUNTIME_FILE_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file_call;
struct file_name;
struct libc_call;

bool file_call_has_flag(const struct file_call *function, const struct libc_call *call, int flag);

/* The length of the name of what is open, which goes to `to`; 0: there is none. */
size_t file_call_path_of_descriptor(int descriptor, char *to);

/* The name that an argument gives, which may begin in a directory that the one before it names. */
const char *file_call_path(const struct file_call *function, const struct libc_call *call,
                           unsigned argument, char *to);

/* Nothing is left to be done by libc. */
void file_call_succeeds(struct libc_call *call);

void file_call_fails_by(const struct file_call *function, struct libc_call *call, int error);

/* What a call that fails returns, with errno set. */
int64_t file_call_failure(void);

/* What cannot be done as long as files are in memory. */
void file_call_refused(const struct file_call *function, struct libc_call *call, const char *path);

/* What is wrong with a name of which something must be there; 0: nothing. */
int file_name_error(const struct file_name *name);

/* Where the disk would say something else, the call fails as it has to. */
bool file_call_fails(const struct file_call *function, struct libc_call *call,
                     const struct file_name *name);

#endif
