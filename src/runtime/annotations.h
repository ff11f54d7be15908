/*
 * Annotations of programs that know ThreadSanitizer or similar tools: happens-before edges, and
 * races that are benign.
 */
#ifndef RAVEL_RUNTIME_ANNOTATIONS_H
#define RAVEL_RUNTIME_ANNOTATIONS_H

#include "runtime/runtime.h"

/* What the current thread has done is known to whoever acquires it at the same address. */
void annotation_release(const void *addr, uint64_t pc);
void annotation_acquire(const void *addr, uint64_t pc);

/* Races there are benign; races of what follows are to be ignored, or are not any more. */
void annotation_benign(const volatile void *addr, uint64_t size);
void annotation_ignore_reads(bool begins);
void annotation_ignore_writes(bool begins);

/* The current thread has asked for its reads, or writes, not to be checked for data races. */
static inline bool annotations_ignore(bool write) {
  return write ? rt.current->ignores_writes : rt.current->ignores_reads;
}

/* Races there are benign, the program says. */
bool annotations_are_benign(uint64_t addr);

void annotations_reset(void);
void annotations_pieces(void);

#endif
