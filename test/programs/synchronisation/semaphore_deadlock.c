// Two waits for one post: one of the threads waits for ever, and which one is not known.
// expect: fail deadlock
// at: WAIT
// also: --keep-going
// expect: fail deadlock
// traces: 2 (who takes it)
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *wait(void *arg) {
  sem_wait(&semaphore); /* WAIT */
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, wait, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
