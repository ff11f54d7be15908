// A switch is free if the thread waits, and whether it waits depends on steps that are independent
// of its own: T2 stops at the semaphore if T1 has not come yet. Whoever tries T1 and then T2 must
// still try T2 and then T1, where T3 can go between.
// options: --keep-going --preemption-bound=0
// expect: fail deadlock
// traces: 5 (compared before the store: waited before the attempt, after it, or in vain; compared after it: waited after the attempt or in vain)
// interleavings: 7 (T1 T2 T3, T1 T3 T2, T2 T1 T2 T3, T2 T1 T3, T2 T3 T1 T2, T3 T1 T2, T3 T2 T1 T2)
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t semaphore;
static atomic_int x;

static void *post(void *arg) {
  sem_post(&semaphore);
  return arg;
}

static void *compare_and_wait(void *arg) {
  int expected = 0;
  atomic_compare_exchange_strong(&x, &expected, 1);
  sem_wait(&semaphore);
  return arg;
}

static void *store_and_try(void *arg) {
  atomic_store(&x, 1);
  sem_trywait(&semaphore);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&semaphore, 0, 0);
  pthread_create(&threads[0], NULL, post, NULL);
  pthread_create(&threads[1], NULL, compare_and_wait, NULL);
  pthread_create(&threads[2], NULL, store_and_try, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
