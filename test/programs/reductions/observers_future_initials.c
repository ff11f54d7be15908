// ISSTA 2019 redefines v with future initials. With that two of the 15 traces are lost, without any
// context check, if the lowest thread comes first (test/issta/check.py runs it on this program).
// expect: pass
// traces: 15
// algorithms: source optimal
// options: --observers
// also: --observers --order=youngest
// expect: pass
// traces: 15
// algorithms: source optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static pthread_t threads[4]; /* not in main: clang must instrument it */

static void *store_x(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

static void *read_x(void *arg) {
  atomic_load(&x);
  return arg;
}

static void *store_and_read_y(void *arg) {
  atomic_store(&y, 1);
  atomic_load(&y);
  return arg;
}

static void *store_both(void *arg) {
  atomic_store(&y, 2);
  atomic_store(&x, 2);
  return arg;
}

int main(void) {
  void *(*const functions[])(void *) = {store_x, read_x, store_and_read_y, store_both};
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, functions[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
