// Two threads wait on one condition variable with different mutexes.
// expect: fail lock-misuse
// at: USE
// message: with another mutex
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *wait(void *arg) {
  pthread_mutex_lock(arg);
  pthread_cond_wait(&cond, arg); /* USE */
  pthread_mutex_unlock(arg);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wait, &mutex);
  pthread_create(&b, NULL, wait, &other);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
