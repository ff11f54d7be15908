// Two threads that both find the mutex not ready initialise it: one of them while the other has it.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a locked mutex
// also: --races=ignore
// expect: fail lock-misuse
// at: INIT
// also: --races=interleave
// expect: fail lock-misuse
// at: INIT
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static atomic_int ready;

static void *user(void *arg) {
  if (!ready) {
    pthread_mutex_init(&mutex, NULL); /* INIT */
    ready = 1;
  }
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
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
