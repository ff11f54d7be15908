// A mutex on main's stack is initialised again while others have it or wait for it.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a locked mutex
#include <pthread.h>

static pthread_mutex_t *mutex;

static void *user(void *arg) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_mutex_t here;
  mutex = &here;
  pthread_mutex_init(&here, NULL);
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_mutex_init(&here, NULL); /* INIT */
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
