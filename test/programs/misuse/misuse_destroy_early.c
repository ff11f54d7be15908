// A semaphore is destroyed by one thread and posted by another: before it, or after it.
// expect: fail lock-misuse
// also: --order=youngest
// expect: fail lock-misuse
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t semaphore;
atomic_int before;

static void *posts(void *arg) {
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, posts, NULL);
  atomic_store(&before, 1);
  sem_destroy(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
