// A semaphore is initialised again while a thread waits for it, which is an error, or before the
// thread comes to wait, which then waits for ever.
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
  sem_init(&semaphore, 0, 0);
  pthread_join(thread, NULL);
  return 0;
}
