// The results of updates are kept where another thread reads them, by pointers that it was given
// before. The functions that keep them never read them. Either thread may be the first.
// expect: fail assertion
// at: HERE
// cflags: -O0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter, done, first_ready, second_ready;
static _Atomic(int *) first_kept, second_kept;

#define ADDS(name)                                                                                 \
  static void *name(void *unused) {                                                                \
    int kept = -1;                                                                                 \
    atomic_store(&name##_kept, &kept);                                                             \
    kept = atomic_fetch_add(&counter, 1);                                                          \
    atomic_store(&name##_ready, 1);                                                                \
    while (!atomic_load(&done))                                                                    \
      ;                                                                                            \
    return unused;                                                                                 \
  }
ADDS(first)
ADDS(second)

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  while (!atomic_load(&first_ready))
    ;
  while (!atomic_load(&second_ready))
    ;
  assert(*atomic_load(&first_kept) == 0); /* HERE */
  atomic_store(&done, 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
