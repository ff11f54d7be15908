// Plain memory turns out to be shared after errors have been found, with a process for each
// execution: the search begins again and still reports every outcome, of which there are three.
// options: --keep-going --races=interleave --reset=fork
// expect: fail assertion
// errors: 3 (nothing stored, the first store, both stores; main reads them the other way round)
// also: --keep-going --races=interleave --reset=auto
// expect: fail assertion
// errors: 3
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int first, second, early;

static void *store(void *arg) {
  first = 1;
  second = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  early = 1;
  pthread_create(&thread, NULL, store, NULL);
  const int b = second, a = first;
  assert(a || b);
  assert(!a || b);
  assert(!a || !b);
  pthread_join(thread, NULL);
  return early - 1;
}
