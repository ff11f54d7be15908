// Plain memory right beside an atomic variable turns out to be shared, with a process for each
// execution: the search begins again once, and ends.
// expect: fail assertion
// at: BUG
// options: --races=interleave --reset=fork --keep-going
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Alignas(8) struct {
  atomic_int go;
  int count;
} both;

static void *add(void *arg) {
  atomic_exchange(&both.go, 1);
  both.count++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(both.count == 2); /* BUG */
  return 0;
}
