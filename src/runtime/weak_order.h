/*
 * Memory orders that are stronger than the program says: the command tries which of them make an
 * error go away (cli/strengthen.h).
 */
#ifndef RAVEL_RUNTIME_WEAK_ORDER_H
#define RAVEL_RUNTIME_WEAK_ORDER_H

#include "runtime/weak.h"

/* The access of the current thread as it is to be made. */
struct weak_access weak_order_of(const struct weak_access *access);

/* The order of a fence. */
int weak_order_of_fence(int order, uint64_t pc);

/* Whether a fence is to come before an access at this place. */
bool weak_order_fences(uint64_t pc);

#endif
