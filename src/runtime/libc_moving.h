/* Calls that move bytes from one descriptor to another: splice(), tee(), sendfile(). */
#ifndef RAVEL_RUNTIME_LIBC_MOVING_H
#define RAVEL_RUNTIME_LIBC_MOVING_H

#include "runtime/descriptors.h"
#include "runtime/libc_special.h"

/* What it acts on: it waits for something to move. */
void moving_acts(const struct libc_special *special, const struct libc_call *call,
                 struct descriptor_wish *wish, struct state_acts *acts);

/* Its turn has come. */
void moving_begins(const struct libc_special *special, const struct libc_call *call);

#endif
