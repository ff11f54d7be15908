// A thread that goes on alone is stopped, and the others go on without it in every order: what they
// do wrong is found too. (Long executions are fair: the others are done before the thread is
// stopped.)
// options: --keep-going --order=youngest --max-steps=150000
// expect: fail assertion
// errors: 2
// bounded: 4 (one thread adds after the other, in two orders; or both read 0 and write in two orders)
// algorithms: optimal source
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned turns, x;

static void *goes_on(void *unused) {
  while (turns++ < 1u << 31)
    continue;
  return unused;
}

static void *adds(void *unused) {
  x = x + 1;
  return unused;
}

int main(void) {
  pthread_t endless, threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, adds, NULL);
  pthread_create(&endless, NULL, goes_on, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(x == 2);
  pthread_join(endless, NULL);
  return 0;
}
