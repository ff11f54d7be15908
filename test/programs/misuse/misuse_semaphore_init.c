// A semaphore is initialised again while a thread waits for it.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a semaphore that a thread waits for
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *waiter(void *arg) {
  sem_wait(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, waiter, NULL);
  sem_init(&semaphore, 0, 1); /* INIT */
  pthread_join(thread, NULL);
  return 0;
}
