// Long loops over what only one thread has touched are no events, however often the same is read.
// expect: pass
// traces: 1
// longest: 0 (nothing is shared)
// also: --races=interleave
// expect: pass
// traces: 1
// longest: 0
#include <pthread.h>
#include <stddef.h>

static int table[1000];

static void *thread(void *arg) {
  volatile int rounds = 200000;
  long sum = 0;
  for (int i = 0; i < rounds; i++)
    sum += table[i % 1000] + (table[0] = i & 1);
  for (volatile int i = 0; i < 200000; i++)
    continue;
  table[1] = (int)sum;
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread, NULL);
  pthread_join(a, NULL);
}
