// Each schedule ends in another way: none of the errors keeps the others from being found.
// options: --keep-going
// expect: fail
// errors: 4
// also: --keep-going --order=youngest
// expect: fail
// errors: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x;

static void *ends(void *arg) {
  const int way = atomic_load(&x);
  if (way == 1)
    abort();
  if (way == 2)
    _exit(7);
  if (way == 3)
    *(volatile int *)NULL = 1;
  assert(way != 4);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ends, NULL);
  for (int i = 1; i <= 4; i++)
    atomic_store(&x, i);
  pthread_join(thread, NULL);
  return 0;
}
