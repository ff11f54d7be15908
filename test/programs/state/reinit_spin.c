// A thread destroys a spin lock and uses it; main initialises it once more, in time or too late.
// What counts is its state at the time of the use: there is a misuse, and there is none. The
// second misuse shows that.
// expect: fail lock-misuse
// also: --keep-going
// expect: fail lock-misuse
// errors: 2
#include <pthread.h>

static pthread_spinlock_t object;

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
  pthread_spin_destroy(&object);
  pthread_spin_lock(&object);
  pthread_mutex_unlock(&other);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&object, 0);
  pthread_create(&thread, NULL, use, NULL);
  pthread_spin_init(&object, 0);
  pthread_join(thread, NULL);
  return 0;
}
