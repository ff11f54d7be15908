// A thread destroys a semaphore and uses it; main initialises it once more, in time or too late.
// What counts is its state at the time of the use: there is a misuse, and there is none. The
// second misuse shows that.
// expect: fail lock-misuse
// also: --keep-going
// expect: fail lock-misuse
// errors: 2
#include <pthread.h>
#include <semaphore.h>

static sem_t object;

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
  sem_destroy(&object);
  sem_wait(&object);
  pthread_mutex_unlock(&other);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&object, 0, 0);
  pthread_create(&thread, NULL, use, NULL);
  sem_init(&object, 0, 1);
  pthread_join(thread, NULL);
  return 0;
}
