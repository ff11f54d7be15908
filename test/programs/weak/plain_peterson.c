// Peterson's lock with plain accesses, as in older code. On x86 it needs a fence between the stores
// and the loads. Where stores overtake each other that is not enough.
// options: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0
// expect: fail assertion
// also: --memory=sc --races=interleave --algorithm=graph
// algorithms: optimal
// cflags: -O0
// expect: pass
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE
// expect: pass
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int wants[2], turn, inside;

static void enter(int me) {
  wants[me] = 1;
  turn = 1 - me;
#ifdef FENCE
  __sync_synchronize();
#endif
  while (wants[1 - me] && turn == 1 - me)
    ;
}

static void *run(void *other) {
  const int me = other != NULL;
  enter(me);
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, &a);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
