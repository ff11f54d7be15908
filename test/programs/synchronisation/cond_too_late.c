// Who begins to wait after a signal cannot have it, even if nobody else has taken it yet.
// expect: pass
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <ravel.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int waiting;
static sem_t signalled;

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  waiting++;
  assert(pthread_cond_wait(&cond, &mutex) == 0);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *wait_late(void *arg) {
  const struct timespec until = {2000000000, 0};
  sem_wait(&signalled);
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&cond, &mutex, &until) == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&signalled, 0, 0);
  pthread_create(&threads[0], NULL, wait, NULL);
  pthread_create(&threads[1], NULL, wait, NULL);
  pthread_create(&threads[2], NULL, wait_late, NULL);
  ravel_await(waiting == 2);
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  sem_post(&signalled);
  pthread_join(threads[2], NULL);
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(&cond);
  pthread_mutex_unlock(&mutex);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
