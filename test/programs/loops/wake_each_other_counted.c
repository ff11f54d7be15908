// Two threads that wake each other for ever and count how often: no state comes again. A search of
// execution graphs gives it up while the graph is of a size that fits into memory.
// options: --memory=tso --algorithm=graph
// algorithms: optimal
// expect: unsupported
// message: goes round in loops
// also: --memory=c11 --algorithm=graph
// algorithms: optimal
// expect: unsupported
// message: goes round in loops
#include <pthread.h>
#include <semaphore.h>

static sem_t first, second;
static long times;

static void *ping(void *unused) {
  for (;;) {
    sem_wait(&first);
    times++;
    sem_post(&second);
  }
  return unused;
}

static void *pong(void *unused) {
  for (;;) {
    sem_wait(&second);
    times++;
    sem_post(&first);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&first, 0, 1);
  sem_init(&second, 0, 0);
  pthread_create(&threads[0], NULL, ping, NULL);
  pthread_create(&threads[1], NULL, pong, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
