// A spin lock is initialised by each of two threads that use it.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a spin lock that is held
#include <pthread.h>

static pthread_spinlock_t lock;

static void *user(void *arg) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE); /* INIT */
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
