// A thread destroys a condition variable and uses it; main initialises it once more, in time or too
// late. What counts is its state at the time of the use: there is a misuse, and there is none. The
// second misuse shows that.
// expect: fail lock-misuse
// also: --keep-going
// expect: fail lock-misuse
// errors: 2
#include <pthread.h>

static pthread_cond_t object = PTHREAD_COND_INITIALIZER;

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
  pthread_cond_destroy(&object);
  pthread_cond_signal(&object);
  pthread_mutex_unlock(&other);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  pthread_cond_init(&object, NULL);
  pthread_join(thread, NULL);
  return 0;
}
