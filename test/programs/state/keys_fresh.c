// A thread begins without values under any key, also where its namesake of the execution before has
// left one, because it never ended.
// options: --reset=memory
// expect: pass
// also: --reset=memory
// cflags: -DFROM_START
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static sem_t never;
static atomic_int x;

static void *waits(void *arg) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, &key);
  atomic_fetch_or(&x, 1);
  sem_wait(&never);
  return arg;
}

int main(void) {
  pthread_t thread;
#ifdef FROM_START
  l64a(1); /* not known: it keeps Ravel from returning to states on the way */
#endif
  sem_init(&never, 0, 0);
  pthread_key_create(&key, NULL);
  const int before = atomic_load(&x);
  pthread_create(&thread, NULL, waits, NULL);
  const int seen = atomic_load(&x);
  assert(before == 0 && (seen == 0 || seen == 1));
  return 0;
}
