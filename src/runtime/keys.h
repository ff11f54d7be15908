/* Thread-specific data, as the beginning and end of threads see it. */
#ifndef RAVEL_RUNTIME_KEYS_H
#define RAVEL_RUNTIME_KEYS_H

#include "core/event.h"

void keys_take_over(void); /* those of libc, in a check */
void keys_snapshot(void);  /* main is about to start */
void keys_reset(void);
void keys_pieces(void);
void keys_thread_begins(rv_tid tid);
void keys_destroy_values(void);
extern uint32_t keys_n;                     /* those from here on have never been used */
static inline void keys_thread_ends(void) { /* runs the current thread's destructors */
  if (__builtin_expect(keys_n > 0, 0))
    keys_destroy_values();
}
void keys_range(rv_tid tid, uint64_t *begin, uint64_t *end); /* where a thread's values are */

#endif
