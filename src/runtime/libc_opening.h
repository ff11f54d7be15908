/* Calls of functions of libc that open something, by its name or not. */
#ifndef RAVEL_RUNTIME_LIBC_OPENING_H
#define RAVEL_RUNTIME_LIBC_OPENING_H

#include "runtime/libc_special.h"
#include "runtime/state.h"

/* What it acts on. */
void opening_acts(const struct libc_special *special, const struct libc_call *call,
                  struct state_acts *acts);

/* A new descriptor, and how many there may be. */
void number_is_given(bool shows, struct state_acts *acts);

/* Its turn has come: waits for whoever opens the other end of a pipe with a name. False: a handler
 * of a signal has ended that. */
bool opening_goes_on(const struct libc_special *special, const struct libc_call *call);

/* It is about to create the file, or to change it, on the disk. */
void opening_begins(const struct libc_special *special, const struct libc_call *call);

#endif
