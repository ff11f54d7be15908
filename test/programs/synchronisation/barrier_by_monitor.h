#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { THREADS = 2, ROUNDS = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived, generation;
static int progress[THREADS];

static void barrier(void) {
  pthread_mutex_lock(&mutex);
  int mine = generation;
  (void)mine;
  if (++arrived == THREADS) {
    arrived = 0;
    NEXT_ROUND;
    pthread_cond_broadcast(&all_here);
  } else {
    while (SAME_ROUND)
      pthread_cond_wait(&all_here, &mutex);
  }
  pthread_mutex_unlock(&mutex);
}

static void *thread(void *arg) {
  int *mine = arg;
  for (int i = 0; i < ROUNDS; i++) {
    ++*mine;
    barrier();
    assert(progress[0] > i && progress[1] > i);
    barrier();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, thread, &progress[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
