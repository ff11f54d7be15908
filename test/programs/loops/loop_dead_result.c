// What a loop has read last is left in a register for those who come after the loop: its turns are
// void, whatever they find.
// expect: pass
// traces: 1 (the loop is left after the last store)
// also:
// cflags: -O2
// expect: pass
// traces: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *other(void *arg) {
  for (int i = 1; i <= 4; i++)
    atomic_store(&x, i);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  int last;
  while ((last = atomic_load(&x)) < 4)
    ;
  pthread_join(thread, NULL);
  assert(last == 4);
  return 0;
}
