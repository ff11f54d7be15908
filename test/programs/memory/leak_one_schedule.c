// Two threads set a lazily made object; the one that loses forgets its own.
// expect: fail leak
// options: --leaks
// at: BUG
// also: --leaks
// cflags: -DRIGHT
// expect: pass
// traces: 4 (both load NULL, and either wins; or one is done before the other loads)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) object;

static void *use(void *arg) {
  if (!atomic_load(&object)) {
    int *made = malloc(sizeof *made), *none = NULL; /* BUG */
    *made = 1;
    if (!atomic_compare_exchange_strong(&object, &none, made)) {
#ifdef RIGHT
      free(made);
#endif
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
