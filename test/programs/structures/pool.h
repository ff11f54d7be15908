/* A thread pool: workers take tasks from a list until it is empty and the pool is closed. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { WORKERS = 2, TASKS = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting_tasks;
static bool closed;
static int done[WORKERS];

static void *worker(void *arg) {
  int *mine = arg;
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (waiting_tasks == 0 && !closed)
      pthread_cond_wait(&changed, &mutex);
    if (waiting_tasks == 0)
      break;
    waiting_tasks--;
    pthread_mutex_unlock(&mutex);
    ++*mine;
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], NULL, worker, &done[i]);
  for (int i = 0; i < TASKS; i++) {
    pthread_mutex_lock(&mutex);
    waiting_tasks++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_lock(&mutex);
  closed = true;
  CLOSE(&changed);
  pthread_mutex_unlock(&mutex);
  int all = 0;
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(threads[i], NULL);
    all += done[i];
  }
  assert(all == TASKS);
  return 0;
}
