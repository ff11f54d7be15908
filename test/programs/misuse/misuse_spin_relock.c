// A thread locks a spin lock that it holds.
// expect: fail lock-misuse
// at: USE
// message: that it holds already
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_spin_lock(&lock); /* USE */
  return 0;
}
