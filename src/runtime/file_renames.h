/* Calls with two names of files, rename() and link(), where one of them is in memory. */
#ifndef RAVEL_RUNTIME_FILE_RENAMES_H
#define RAVEL_RUNTIME_FILE_RENAMES_H

struct file_call;
struct libc_call;

/* `path` is the first of its names. */
void file_call_two_names(const struct file_call *function, struct libc_call *call,
                         const char *path);

#endif
