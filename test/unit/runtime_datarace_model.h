/*
 * Random executions, judged twice: by the runtime's race detector and by the definitions of C11
 * taken literally, with a list of all events and the happens-before relation as a set of pairs.
 */
#ifndef RAVEL_TEST_RUNTIME_DATARACE_MODEL_H
#define RAVEL_TEST_RUNTIME_DATARACE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

struct model_counts {
  uint64_t races;   /* accesses that race */
  uint64_t ordered; /* accesses that conflict with some of another thread and race with none */
};

/* Do both agree on one random execution, event by event? Prints the first difference. */
bool model_agrees(uint64_t seed, struct model_counts *counts);

#endif
