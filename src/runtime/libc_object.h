/*
 * What functions of libc do to state that threads share: the rows of libc_table.h say on which
 * object and how; here these become acts on places of state.h.
 */
#ifndef RAVEL_RUNTIME_LIBC_OBJECT_H
#define RAVEL_RUNTIME_LIBC_OBJECT_H

#include "runtime/descriptors.h"
#include "runtime/libc_special.h"
#include "runtime/libc_table.h"
#include "runtime/state.h"

/* Whether it works on a stream whose lock it holds meanwhile (stream_locks.h), and on which. */
bool libc_object_locks(const struct libc_function *row);
FILE *libc_object_stream(const struct libc_function *row, const struct libc_call *call);

/* What the call will act on. */
void libc_object_acts(const struct libc_function *row, const struct libc_special *special,
                      const struct libc_call *call, struct descriptor_wish *wish,
                      struct state_acts *acts);

/* Its turn has come; it has returned. */
void libc_object_begins(const struct libc_function *row, const struct libc_special *special,
                        struct libc_call *call, bool in_memory);
void libc_object_returned(const struct libc_special *special, const struct libc_call *call);

#endif
