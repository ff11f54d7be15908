// A condition variable is initialised again while a thread waits on it.
// expect: fail lock-misuse
// at: INIT
// message: initialisation of a condition variable on which a thread waits
// also: --spurious
// expect: fail lock-misuse
// at: INIT
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int set;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!set)
    pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_cond_init(&cond, NULL); /* INIT */
  pthread_mutex_lock(&mutex);
  set = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
