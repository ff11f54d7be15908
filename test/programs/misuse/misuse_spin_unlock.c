// A spin lock is unlocked that nobody holds.
// expect: fail lock-misuse
// at: USE
// message: unlock of a spin lock that the thread does not hold
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_unlock(&lock); /* USE */
  return 0;
}
