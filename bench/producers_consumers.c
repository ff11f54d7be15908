/* P producers draw twice each from a common number, then send a request to the one of W workers
 * that their last draw names: which one depends on the order of all draws. CAV 2018, table 1. */
#include "threads.h"

#ifndef P
#define P 2
#endif
#ifndef W
#define W 5
#endif

enum { ROUNDS = 2 };
static pthread_mutex_t worker_lock[W], producer_lock = PTHREAD_MUTEX_INITIALIZER;
static int requests[W];
static unsigned drawn;

static void *worker(void *arg) {
  int i = number_of(arg);
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&worker_lock[i]);
    if (requests[i] > 0)
      requests[i]--;
    pthread_mutex_unlock(&worker_lock[i]);
  }
  return NULL;
}

static void *producer(void *arg) {
  unsigned id = (unsigned)number_of(arg), mine = 0;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&producer_lock);
    drawn = drawn * P + id;
    mine = drawn;
    pthread_mutex_unlock(&producer_lock);
  }
  unsigned destination = mine % W;
  pthread_mutex_lock(&worker_lock[destination]);
  requests[destination]++;
  pthread_mutex_unlock(&worker_lock[destination]);
  return NULL;
}

int main(void) {
  for (int i = 0; i < W; i++)
    pthread_mutex_init(&worker_lock[i], NULL);
  for (int i = 0; i < W; i++)
    start(worker, i);
  for (int i = 0; i < P; i++)
    start(producer, i);
  pthread_exit(NULL);
}
