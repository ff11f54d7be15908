// Mutexes and sequentially consistent atomics: a pass leaves nothing out, and says nothing about
// it.
// expect: pass
// not_covered: nothing
// traces: 4 (two orders of the lock, two of the atomic stores)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static atomic_int last;

static void *worker(void *number) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  last = *(int *)number;
  return NULL;
}

int main(void) {
  int numbers[] = {1, 2};
  pthread_t threads[2];
  atomic_init(&last, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(count == 2 && last > 0);
}
