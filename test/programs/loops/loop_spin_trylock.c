// Three threads get a spin lock by trying until they have it.
// expect: pass
// traces: 6 (3!)
#include <pthread.h>
#include <stddef.h>

enum { N = 3 };
static pthread_spinlock_t lock;
static int counter;

static void *thread(void *arg) {
  while (pthread_spin_trylock(&lock) != 0)
    continue;
  counter++;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return counter != N;
}
