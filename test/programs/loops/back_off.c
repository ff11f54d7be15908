// Two threads say that they want to enter, and take it back where the other one wants to, too. In
// step they can go on with that for ever. Iterations that are taken back are left out, so the pass
// does not cover that, and says so.
// expect: pass
// not_covered: back off for each other in step
// also: --void-iterations
// algorithms: optimal source
// expect: fail nontermination
// message: threads keep each other going
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];

static void *enter(void *arg) {
  const int me = arg != NULL;
  for (;;) {
    wants[me] = 1;
    if (!wants[!me])
      break;
    wants[me] = 0;
  }
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, enter, &thread);
  enter(NULL);
  pthread_join(thread, NULL);
  return 0;
}
