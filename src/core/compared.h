/*
 * Comparisons of context.h that were made, so that none is made again whose outcome is known.
 *
 * What two steps e and e' do, in either order, is decided by the local states of their threads and
 * by what the objects hold that they access. A local state is decided by what its thread has done
 * and read, and what an object holds by the event that changed it last. So there is a print of each
 * event that stands for that, and for nothing else: unlike in happens-before (print.h), an event
 * that only read an object has no part in what others do with the object later. Where a write can
 * come after any subset of many reads, it is one write.
 *
 * That is what independence rests on, too: who only read a value has told nobody anything. Plain
 * memory is told of by synchronisation, which is a value that is read, a lock or a join.
 */
#ifndef RAVEL_CORE_COMPARED_H
#define RAVEL_CORE_COMPARED_H

#include "core/exploration.h"
#include "core/print_table.h"

/* What is known of a pair of steps: what they do in the order that is not that of E. */
struct rv_known_pair {
  bool same;           /* as they do in that of E: it leads to the same state */
  struct rv_op ops[2]; /* of e' and then of e */
};

/* What a thread's print was, before an event. */
struct rv_print_before {
  rv_tid thread;
  struct rv_print print;
};

struct rv_compared {
  struct rv_pool pool;
  struct rv_print_table table;
  struct rv_print *events; /* the prints of the first n, */
  struct rv_print *before; /* those of their threads before them, */
  uint64_t *logged;        /* and how much was in the log then */
  uint64_t n, capacity;
  struct rv_print *threads; /* as they are after n events */
  uint32_t n_threads;
  struct rv_print_before *log;
  uint64_t n_log, log_capacity;
  bool overlaps; /* objects overlap: nothing is known */
};

struct rv_compared *rv_compared_make(const struct rv_memory *memory);
void rv_compared_clear(struct rv_compared *compared);

/* As a strategy's `made`: there is another event. */
void rv_compared_made(struct rv_compared *compared, const struct rv_trace *trace,
                      const struct rv_event *event);

/* The print of e and e' in E; false if there is none. */
bool rv_compared_print(struct rv_compared *compared, const struct rv_trace *trace,
                       const struct rv_event *e, const struct rv_event *second,
                       struct rv_print *print);

/* What is known of them; NULL: nothing. */
const struct rv_known_pair *rv_compared_find(const struct rv_compared *compared,
                                             const struct rv_print *print);

/* That is known now. */
void rv_compared_add(struct rv_compared *compared, const struct rv_print *print,
                     const struct rv_known_pair *pair);

#endif
