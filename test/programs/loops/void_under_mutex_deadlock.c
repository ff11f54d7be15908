// Two threads poll, each under the other's mutex, for what nobody will ever do.
// expect: fail deadlock
#include <pthread.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int done[2];

static void *poll_other(void *argument) {
  const int self = argument != NULL, other = 1 - self;
  for (int go = 0; !go;) {
    pthread_mutex_lock(&mutex[other]);
    go = done[other];
    pthread_mutex_unlock(&mutex[other]);
  }
  pthread_mutex_lock(&mutex[self]);
  done[self] = 1;
  pthread_mutex_unlock(&mutex[self]);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, poll_other, i ? mutex : NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
