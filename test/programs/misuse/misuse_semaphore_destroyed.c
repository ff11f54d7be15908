// A semaphore that has been destroyed is used.
// expect: fail lock-misuse
// at: USE
// message: post of a semaphore that is destroyed
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *use(void *arg) {
  sem_post(&semaphore); /* USE */
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, use, NULL);
  sem_destroy(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
