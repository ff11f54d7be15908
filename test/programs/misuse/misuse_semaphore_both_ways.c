// A semaphore is destroyed while a thread waits for it, or before that thread comes to wait: both
// errors are found, whichever comes first in the search.
// options: --keep-going
// expect: fail lock-misuse
// errors: 2
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *use(void *arg) {
  sem_wait(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, use, NULL);
  sem_destroy(&semaphore);
  return 0;
}
