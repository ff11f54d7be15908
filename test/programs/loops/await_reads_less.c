// A condition that reads y only as long as x is not 2: whether the store to y comes before the
// await is a difference before x is set and none after. An await that was handled together with
// stores which came after it must be handled again when these come in another order.
// expect: pass
// traces: 6 (await first: store before or after it, and before or after the load; else only that)
// options: --order=round-robin
// also: --order=youngest
// expect: pass
// traces: 6
// also: --order=random --seed=3
// expect: pass
// traces: 6
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x, y;

static void *load(void *arg) {
  atomic_load(&y);
  return arg;
}

static void *store(void *arg) {
  atomic_store(&y, 0);
  return arg;
}

static void *await(void *arg) {
  ravel_await(atomic_load(&x) == 2 || atomic_load(&y) == 0);
  return arg;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, load, NULL);
  pthread_create(&thread[1], NULL, store, NULL);
  pthread_create(&thread[2], NULL, await, NULL);
  atomic_store(&x, 2);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
