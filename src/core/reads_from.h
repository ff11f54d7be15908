/*
 * Reads-from: where all accesses to a range are blind stores and reads, nothing is to be told of
 * them but which store each read reads. Such a read is bound: it is ordered with that store, and no
 * other two accesses to the range are. Not every order of events that keeps to this is the same
 * execution, so what is moved within a sequence must leave what is read as it was.
 */
#ifndef RAVEL_CORE_READS_FROM_H
#define RAVEL_CORE_READS_FROM_H

#include <stdbool.h>
#include <stddef.h>

#include "core/event.h"

/* The operations of a sequence are `n` pointers, `stride` bytes apart. Whether the `at`-th, moved
 * to the front, would change what bound reads read; or, with `at` = n, an operation that is not in
 * it. */
bool rv_changes_reads(const struct rv_op *const *ops, size_t stride, uint64_t n, uint64_t at,
                      const struct rv_op *op);

#endif
