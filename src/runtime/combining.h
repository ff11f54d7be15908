/*
 * Read-modify-writes that commute: fetch_add (and fetch_sub), fetch_or, fetch_and, fetch_xor, where
 * the program does not use the result. Two of one kind on one object can be swapped, and no thread
 * can observe it. Those of different kinds cannot: the first time that they meet on the same bytes,
 * these bytes are marked, and the exploration begins again with operations that do not commute
 * there.
 */
#ifndef RAVEL_RUNTIME_COMBINING_H
#define RAVEL_RUNTIME_COMBINING_H

#include "runtime/runtime.h"

enum combining { COMBINING_ADD, COMBINING_OR, COMBINING_AND, COMBINING_XOR, COMBINING_NOTHING };

/* The mode of a read-modify-write that the current thread is about to make; the call of it returns
 * to `pc`. RV_ADD: it commutes with its like. */
uint32_t combining_mode(enum combining kind, uint64_t addr, uint32_t size, uint64_t pc);

void combining_import(uint64_t mark);

#endif
