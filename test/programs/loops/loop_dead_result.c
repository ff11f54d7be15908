// What a loop has read last is left in a register for those who come after the loop: its turns are
// void, whatever they find. That the register is dead can be read in the code, or, where a jump
// leads to an address that is computed, only be found by trying.
// expect: pass
// traces: 1 (the loop is left after the last store)
// also:
// args: jumps
// expect: pass
// traces: 1
// also:
// cflags: -O2
// expect: pass
// traces: 1
// also:
// cflags: -O2
// args: jumps
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

__attribute__((noinline)) static int waits(void) {
  int last;
  while ((last = atomic_load(&x)) < 4)
    ;
  return last;
}

__attribute__((noinline)) static int waits_and_jumps(int way) {
  static const void *const ways[] = {&&as_it_is, &&and_more};
  int last;
  while ((last = atomic_load(&x)) < 4)
    ;
  goto *ways[way & 1];
as_it_is:
  return last;
and_more:
  return last + 1;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, other, NULL);
  int last = argc > 1 ? waits_and_jumps(argc) : waits();
  pthread_join(thread, NULL);
  assert(last == 4);
  return 0;
}
