// A spin lock is destroyed while it is held.
// expect: fail lock-misuse
// at: USE
// message: destruction of a spin lock that is held
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_spin_destroy(&lock); /* USE */
  return 0;
}
