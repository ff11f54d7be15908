#ifndef RAVEL_RUNTIME_SYSCALL_NAMES_H
#define RAVEL_RUNTIME_SYSCALL_NAMES_H

/* What a system call is called; NULL: it is not known. */
const char *syscall_name(long number);

#endif
