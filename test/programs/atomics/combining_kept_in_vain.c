// Results of updates that are kept in variables which nobody reads, as compilers that do not
// optimise keep all of them: these updates commute.
// expect: pass
// traces: 1 (nothing tells in which order the threads come)
// cflags: -O0
// also:
// expect: pass
// cflags: -O1
// traces: 1 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *adds(void *unused) {
  const int kept = atomic_fetch_add(&counter, 1);
  (void)kept;
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, adds, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&counter) == 4);
  return 0;
}
