// A thread tries again until a choice lets it go on. That it never does is no fault of the program,
// if another value leads out of the loop: each value comes at some time.
// algorithms: optimal source dpor sleep
// expect: incomplete long-execution
// message: a value is chosen again and again
// stopped_by: --max-steps
// also: --stateful --void-iterations
// algorithms: naive
// interleavings: 1 (a final state)
// expect: pass
// also:
// algorithms: optimal source dpor sleep
// cflags: -DNO_WAY_OUT
// expect: incomplete long-execution
// stopped_by: --max-steps
// also: --stateful --void-iterations
// algorithms: naive
// cflags: -DNO_WAY_OUT
// expect: fail nontermination
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "ravel.h"

static atomic_int tries;

static void *retries(void *unused) {
#ifdef NO_WAY_OUT
  for (;;)
    atomic_store(&tries, (int)ravel_choose(2));
#else
  while (ravel_choose(2))
    ;
  atomic_store(&tries, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, retries, NULL);
  pthread_join(thread, NULL);
  return 0;
}
