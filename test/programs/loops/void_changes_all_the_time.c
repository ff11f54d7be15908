// A thread waits by exchanges for a value that another one changes all the time, until it is told
// to stop: what the other does in a turn comes to nothing unless somebody has looked.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value = 1, stop;

static void *changes(void *unused) {
  while (!atomic_load(&stop)) {
    atomic_store(&value, 0);
    atomic_store(&value, 1);
  }
  return unused;
}

static void *waits(void *unused) {
  while (atomic_exchange(&value, 1) != 0)
    ;
  atomic_store(&stop, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, changes, NULL);
  pthread_create(&threads[1], NULL, waits, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
