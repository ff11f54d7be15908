// Exit statuses by quick_exit, exit and _Exit in a thread; of one that is too large, the low byte.
// options: --keep-going
// expect: fail exit-status
// errors: 2
// also: --keep-going --expect-exit=any
// expect: pass
// also: --keep-going --expect-exit=3
// expect: fail exit-status
// errors: 3
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int x;

static void *ends(void *arg) {
  switch (atomic_load(&x)) {
  case 1:
    quick_exit(3);
  case 2:
    exit(256);
  case 3:
    _Exit(4);
  default:
    return arg;
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ends, NULL);
  for (int i = 1; i <= 4; i++)
    atomic_store(&x, i);
  pthread_join(thread, NULL);
  return 0;
}
