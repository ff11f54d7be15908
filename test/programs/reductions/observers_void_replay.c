// A loop that can't be left, and stores what it reads in each turn. With --observers its turns are
// judged in another way, and a replay must do the same.
// algorithms: optimal source
// options: --observers --races=ignore
// expect: fail deadlock
// also: --context-sensitive --observers --races=ignore --keep-going
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long x, copy;

static void *tries(void *unused) {
  for (;;) {
    long value = atomic_load(&x) & 7;
    atomic_store(&copy, value);
    if (atomic_compare_exchange_strong(&x, &value, value + 1))
      break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, tries, NULL);
  atomic_fetch_sub(&x, 2);
  pthread_join(thread, NULL);
  return 0;
}
