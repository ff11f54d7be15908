// A counter under a spin lock.
// expect: pass
// traces: 6 (orders of three threads)
// interleavings: 6 (a thread that would spin waits)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int counter;

static void *add(void *arg) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 3);
  assert(pthread_spin_destroy(&lock) == 0);
  return 0;
}
