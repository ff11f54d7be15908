// A semaphore is destroyed while a thread waits for it.
// expect: fail lock-misuse
// at: USE
// message: destruction of a semaphore that a thread waits for
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *wait(void *arg) {
  sem_wait(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, wait, NULL);
  sem_destroy(&semaphore); /* USE */
  pthread_join(thread, NULL);
  return 0;
}
