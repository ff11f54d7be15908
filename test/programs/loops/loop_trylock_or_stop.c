// A thread tries to get a mutex until it has it, or is told to stop.
// expect: pass
// also:
// cflags: -DLATER
// expect: pass
// also: --void-iterations
// expect: pass
// also: --void-iterations
// cflags: -DLATER
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;

static void *thread(void *arg) {
#ifdef LATER /* one operation more, and it may be the other one that the loop is found at */
  if (atomic_load(&stop))
    return arg;
#endif
  while (pthread_mutex_trylock(&mutex) != 0)
    if (atomic_load(&stop))
      return arg;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_mutex_lock(&mutex);
  pthread_create(&other, NULL, thread, NULL);
  atomic_store(&stop, 1);
  pthread_join(other, NULL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
