// What a read could read instead is asked again even where both, the read and the store, were in
// this order in the execution before: the thread that reads sees first what main wrote, then what
// the other one wrote, and neither sees x. One of 28 outcomes.
// options: --context-sensitive --observers --order=youngest
// expect: fail assertion
// algorithms: optimal source
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned x, y;

static void *writes(void *unused) {
  y = 2;
  x = 2;
  return unused;
}

static void *reads(void *unused) {
  (void)unused;
  y = 1;
  const unsigned long first = y, other = x, second = y;
  return (void *)(first << 4 | other << 2 | second);
}

int main(void) {
  pthread_t threads[2];
  void *seen;
  pthread_create(&threads[0], NULL, writes, NULL);
  pthread_create(&threads[1], NULL, reads, NULL);
  y = 0;
  const unsigned mine = x;
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], &seen);
  assert(!(mine == 0 && (unsigned long)seen == 2));
  return 0;
}
