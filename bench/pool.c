/* N workers raise a flag each; K times a flag chosen by the schedule is counted and cleared.
 * CAV 2018, table 1. */
#include <assert.h>

#include "threads.h"

#ifndef N
#define N 3
#endif
#ifndef K
#define K 2
#endif

static pthread_mutex_t flag_lock[N], choice_lock = PTHREAD_MUTEX_INITIALIZER;
static int flag[N], choice, counted;

static void *worker(void *arg) {
  int j = number_of(arg);
  pthread_mutex_lock(&flag_lock[j]);
  flag[j] = 1;
  pthread_mutex_unlock(&flag_lock[j]);
  return NULL;
}

static void *choose(void *arg) {
  for (int x = 1; x < N; x++) {
    pthread_mutex_lock(&choice_lock);
    choice = x;
    pthread_mutex_unlock(&choice_lock);
  }
  return arg;
}

static void *poke(void *arg) {
  pthread_mutex_lock(&choice_lock);
  int i = choice;
  pthread_mutex_unlock(&choice_lock);
  pthread_mutex_lock(&flag_lock[i]);
  if (flag[i] == 1) {
    counted++;
    flag[i] = 0;
  }
  pthread_mutex_unlock(&flag_lock[i]);
  return arg;
}

int main(void) {
  pthread_t workers[N];
  for (int j = 0; j < N; j++)
    pthread_mutex_init(&flag_lock[j], NULL);
  for (int j = 0; j < N; j++)
    workers[j] = start(worker, j);
  for (int k = 0; k < K; k++) {
    const pthread_t round[] = {start(choose, 0), start(poke, 0)};
    join_all(round, 2);
  }
  join_all(workers, N);
  for (int j = 0; j < N; j++)
    counted += flag[j];
  assert(counted == N);
  return 0;
}
