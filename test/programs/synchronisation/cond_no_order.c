// A signal is not what makes memory visible, the mutex is: this one is not used to write.
// expect: fail data-race
// at: ACCESS
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int data, copy;

static void *wait(void *arg) {
  const struct timespec until = {2000000000, 0};
  pthread_mutex_lock(&mutex);
  if (pthread_cond_timedwait(&cond, &mutex, &until) == 0)
    copy = data; /* ACCESS */
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *signal(void *arg) {
  data = 1; /* ACCESS */
  pthread_cond_signal(&cond);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, signal, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return copy;
}
