// A normal mutex unlocked while nobody holds it, in the schedules where trylock failed.
// expect: fail lock-misuse
// at: BUG
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *careless(void *arg) {
  pthread_mutex_trylock(&mutex);
  pthread_mutex_unlock(&mutex); /* BUG */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, careless, NULL);
  pthread_create(&b, NULL, careless, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
