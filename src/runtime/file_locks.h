/*
 * Locks of files: flock(), and those of fcntl() that belong to an open file (F_OFD_SETLK). They are
 * kept here and not by the kernel: so memory that is put back puts them back, in a process that
 * stays, too. Locks that belong to the process (F_SETLK, lockf()) never keep its own threads apart,
 * and are always granted. Locks of other processes are not seen.
 */
#ifndef RAVEL_RUNTIME_FILE_LOCKS_H
#define RAVEL_RUNTIME_FILE_LOCKS_H

#include <fcntl.h>

#include "runtime/descriptors.h"

/* What a call does to the locks of a file. */
void file_lock_acts_flock(int number, int operation, struct descriptor_wish *wish,
                          struct state_acts *acts);
bool file_lock_acts_fcntl(int number, int command, const struct flock *lock,
                          struct descriptor_wish *wish, struct state_acts *acts);

/* In the place of the functions, when their turn has come. */
int file_lock_flock(int number, int operation);
int file_lock_lockf(int number, int command, off_t length);
bool file_lock_fcntl(int number, int command, struct flock *lock, int *result);

/* The descriptor is about to be closed: which locks go with it, and that they are gone. */
void file_locks_close_acts(int number, struct state_acts *acts);
void file_locks_close(int number);

void file_locks_reset(void);

#endif
