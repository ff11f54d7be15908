// Two spin locks taken in different orders.
// expect: fail deadlock
// at: SECOND
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t first, second;

static void *forwards(void *arg) {
  pthread_spin_lock(&first);
  pthread_spin_lock(&second); /* SECOND */
  pthread_spin_unlock(&second);
  pthread_spin_unlock(&first);
  return arg;
}

static void *backwards(void *arg) {
  pthread_spin_lock(&second);
  pthread_spin_lock(&first); /* SECOND */
  pthread_spin_unlock(&first);
  pthread_spin_unlock(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&first, 0);
  pthread_spin_init(&second, 0);
  pthread_create(&a, NULL, forwards, NULL);
  pthread_create(&b, NULL, backwards, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
