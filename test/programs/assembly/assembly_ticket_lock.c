// A ticket lock by xadd, in assembly.
// expect: pass
// also:
// cflags: -O0
// expect: pass
// also:
// cflags: -O2 -mavx
// expect: pass
#include <assert.h>
#include <pthread.h>

#include "assembly.h"

static int next, serving;
static double sum;

static void *thread(void *arg) {
  const int self = fetch_add(&next, 1);
  const double half = self + 0.5; /* in a register that calls do not preserve */
  while (load(&serving) != self)
    wait_a_little();
  sum += half;
  store(&serving, self + 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(sum == 2);
  return 0;
}
