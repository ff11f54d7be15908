// Two threads that have nothing to do with each other, and an error after both: one switch.
// expect: fail assertion
// at: ALWAYS
// preemptions: 0
// switches: 1 (one thread after the other; main goes on in the last step)
// steps: 8 (four of each thread)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int own[2];

static void *count(void *arg) {
  atomic_int *counter = arg;
  for (int i = 1; i <= 4; i++)
    atomic_store(counter, i);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, count, &own[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(!"both have ended"); /* ALWAYS */
  return 0;
}
