// A function that is not instrumented counts how often it is called: once, after the loop. It is
// not called in attempts that are only tried, as that could not be undone. It is called by its
// address: that it stores is not seen where it is called.
// expect: pass
// also: --keep-going
// args: spin
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int called;

__attribute__((no_sanitize("thread"), noinline)) static void count(void) {
  called++;
}

static void *tries(void *arg) {
  int v;
  do
    v = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &v, v + 10));
  ((void (*)(void))arg)();
  return NULL;
}

static void *waits(void *arg) {
  while (atomic_load(&x) != 2)
    ;
  ((void (*)(void))arg)();
  return NULL;
}

static void *adds(void *arg) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  pthread_create(&a, NULL, argc > 1 ? waits : tries, (void *)count);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(called == 1);
}
