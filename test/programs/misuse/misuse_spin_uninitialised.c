// A spin lock is used that has not been initialised.
// expect: fail lock-misuse
// at: USE
// message: has not been initialised
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
  pthread_spin_lock(&lock); /* USE */
  return 0;
}
