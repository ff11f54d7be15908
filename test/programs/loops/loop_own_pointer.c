// A thread waits for an atomic on its own stack, to which only it has a pointer so far.
// expect: fail deadlock
// also: --races=interleave
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static _Atomic uint16_t *q;
static void *t(void *a) {
  return a;
}
int main(void) {
  _Atomic uint16_t on_stack = 0;
  pthread_t h;
  q = &on_stack;
  pthread_create(&h, 0, t, 0);
  while (atomic_load(&*q) == 0)
    ;
  pthread_join(h, 0);
}
