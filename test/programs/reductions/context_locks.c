// Three critical sections that come to the same in every order: all but the first execution are
// cut.
// expect: pass
// traces: 1 (the others are pruned)
// options: --context-sensitive --races=ignore
// algorithms: source optimal
// also: --context-sensitive --observers --races=ignore
// expect: pass
// traces: 1 (no two threads store to the same, so observers change nothing)
// algorithms: source optimal
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *adder(void *arg) {
  pthread_mutex_lock(&mutex);
  x += 1;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, adder, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
