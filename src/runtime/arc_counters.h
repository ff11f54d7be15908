/*
 * --coverage: how often each arc of the program's functions was taken, summed up over the
 * executions. The compiler calls a function for every increment of a counter, as for other atomic
 * operations. The counters in the program's memory stay as they are: so they are part of no state,
 * and no operation on them is visible. What the present execution has counted is kept here, and
 * what all have, in the memory that is shared with the supervisor.
 */
#ifndef RAVEL_RUNTIME_ARC_COUNTERS_H
#define RAVEL_RUNTIME_ARC_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

extern uint32_t arc_functions; /* 0: the program has no counters */

void arc_counters_init(void);
bool arc_counters_count(uint64_t addr); /* false: there is no counter */

/* An increment of a counter, and done. */
static inline bool arc_counted(uint64_t addr) {
  return __builtin_expect(arc_functions != 0, 0) && arc_counters_count(addr);
}

void arc_counters_reset(void);
void arc_counters_pieces(void);
void arc_counters_end_execution(void); /* adds it to the others, once */
void arc_counters_begin_again(void);   /* what was explored until now does not count */
void arc_counters_write(void);         /* all executions have ended: writes the files for gcov */

#endif
