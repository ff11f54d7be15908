// Trying a spin lock that another thread takes.
// expect: pass
// traces: 3 (before the lock, between lock and unlock, after the unlock)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;

static void *hold(void *arg) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return arg;
}

static void *try(void *arg) {
  const int result = pthread_spin_trylock(&lock);
  assert(result == 0 || result == EBUSY);
  if (result == 0)
    pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, hold, NULL);
  pthread_create(&b, NULL, try, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
