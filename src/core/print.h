/*
 * Fingerprints of configurations: executions up to the order of independent steps. Two executions
 * are the same Mazurkiewicz trace if their prints are equal, and different ones have different
 * prints but for an accident of 128 bits.
 *
 * An event is its thread, its choice, and the last events of all threads in its history. A
 * configuration is the last events of all threads.
 */
#ifndef RAVEL_CORE_PRINT_H
#define RAVEL_CORE_PRINT_H

#include "core/trace.h"

struct rv_print {
  uint64_t at[2];
};

/* Makes another print of it, which has this as a part. */
void rv_print_mix(struct rv_print *print, uint64_t with);
void rv_print_mix_print(struct rv_print *print, const struct rv_print *with);

/* The print of the event at this position, which has its clock; `prints` are those of all events
 * of the trace, and those before it are known. */
void rv_print_event(const struct rv_trace *trace, struct rv_print *prints, uint64_t position);

/* The print of the configuration that the trace has come to. */
struct rv_print rv_print_configuration(const struct rv_trace *trace, const struct rv_print *prints);

#endif
