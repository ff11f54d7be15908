// Who holds a lock reads its word plainly, while others who are too late subtract from it.
// options: --order=youngest
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock = 0;

static void *enter(void *arg) {
  while (atomic_fetch_sub(&lock, 1) <= 0)
    atomic_fetch_add(&lock, 1);
  const int *const word = (const int *)&lock;
  int *const seen = arg;
  *seen = *word;
  atomic_fetch_add(&lock, 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  static int seen[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, enter, &seen[i]);
  atomic_fetch_add(&lock, 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
