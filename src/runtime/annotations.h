/*
 * Annotations of programs that know ThreadSanitizer or similar tools: happens-before edges, and
 * races that are benign.
 */
#ifndef RAVEL_RUNTIME_ANNOTATIONS_H
#define RAVEL_RUNTIME_ANNOTATIONS_H

#include "runtime/runtime.h"

/* The current thread has asked for its reads, or writes, not to be checked for data races. */
static inline bool annotations_ignore(bool write) {
  return write ? rt.current->ignores_writes : rt.current->ignores_reads;
}

/* Races there are benign, the program says. */
bool annotations_are_benign(uint64_t addr);

void annotations_reset(void);
void annotations_pieces(void);

#endif
