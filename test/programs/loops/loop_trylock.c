// Four threads get a mutex by trying until they have it.
// expect: pass
// compiler: gcc (clang tries once before the loop: one more place, and one more event)
// traces: 24 (4!: the orders in which they get it; trying in vain is waiting)
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

enum { N = 4 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *thread(void *arg) {
  while (pthread_mutex_trylock(&mutex) != 0)
    sched_yield();
  counter++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return counter != N;
}
