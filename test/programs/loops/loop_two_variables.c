// A loop until two variables have been set.
// expect: pass
// bounded: 0
// also:
// cflags: -O2
// expect: pass
// also: --void-iterations
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x, y;
static void *p(void *arg) {
  atomic_store(&x, 1);
  return arg;
}
static void *q(void *arg) {
  atomic_store(&y, 1);
  return arg;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, p, NULL);
  pthread_create(&u, NULL, q, NULL);
  while (!atomic_load(&x) || !atomic_load(&y))
    ;
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
