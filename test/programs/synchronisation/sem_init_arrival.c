// A semaphore is initialised again while a thread may wait for it: whether that thread has come to
// wait by then is explored, though to come to wait is no event.
// options: --keep-going --order=youngest
// expect: fail lock-misuse
// at: BUG
// errors: 1
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t semaphore;
_Atomic unsigned x;

static void *waits(void *unused) {
  sem_wait(&semaphore);
  return unused;
}

static void *initialises(void *unused) {
  sem_wait(&semaphore);
  sem_init(&semaphore, 0, 1); /* BUG */
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&semaphore, 0, 0);
  pthread_create(&threads[0], NULL, initialises, NULL);
  pthread_detach(threads[0]);
  sem_post(&semaphore);
  unsigned seen = x;
  pthread_create(&threads[1], NULL, waits, NULL);
  pthread_detach(threads[1]);
  return (int)seen;
}
