// Threads take back their steps for each other, but not for ever: Dekker's algorithm lets one of
// them go first. A mutex that is polled is free now and then, so who waits for it gets it. No cycle
// is fair, and the pass covers that.
// expect: pass
// options: --stateful --races=interleave
// algorithms: naive sleep dpor
// not_covered: nothing
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn, left;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *enter(void *arg) {
  const int me = arg != NULL;
  wants[me] = 1;
  while (wants[!me])
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        ;
      wants[me] = 1;
    }
  turn = !me;
  wants[me] = 0;
  if (atomic_fetch_add(&left, 1) == 1) {
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static int is_done(void) {
  pthread_mutex_lock(&mutex);
  const int is = done;
  pthread_mutex_unlock(&mutex);
  return is;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, enter, NULL);
  pthread_create(&thread[1], NULL, enter, &turn);
  while (!is_done())
    ;
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
