// Ten thousand plain accesses in each thread add nothing to what is explored.
// expect: pass
// traces: 90 (what locks alone give: the orders of 3 threads' 2 turns each, 6! / 2!^3)
// longest: 12 (6 locks and unlocks)
// also:
// cflags: -DACCESSES=0
// expect: pass
// traces: 90
// longest: 12
#include <pthread.h>
#include <stddef.h>

#ifndef ACCESSES
#define ACCESSES 10000
#endif
enum { THREADS = 3, TURNS = 2, SLOTS = 50 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long shared[SLOTS];
static long private[THREADS][SLOTS];

static void *worker(void *arg) {
  long *mine = private[(long)arg];
  for (int turn = 0; turn < TURNS; turn++) {
    for (int i = 0; i < ACCESSES / TURNS / 4; i++)
      mine[i % SLOTS] += i; /* a read and a write */
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < ACCESSES / TURNS / 4; i++)
      shared[i % SLOTS] += mine[i % SLOTS] & 1;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
