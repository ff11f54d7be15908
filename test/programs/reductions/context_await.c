// A thread waits for a unit of a semaphore that has one, and another one posts. Both orders reach
// the same state.
// expect: pass
// traces: 2 (the orders of the wait and the post)
// also: --context-sensitive
// expect: pass
// algorithms: source optimal
// traces: 1 (the other order is pruned)
// also: --context-sensitive --observers
// expect: pass
// algorithms: source optimal
// traces: 1 (the same)
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t units;

static void *take(void *arg) {
  sem_wait(&units);
  return arg;
}

static void *post(void *arg) {
  sem_post(&units);
  return arg;
}

int main(void) {
  pthread_t thread[2];
  sem_init(&units, 0, 1);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, i ? post : take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
