// A thread that spins on an atomic of its own stack, in a function that is not optimised: what that
// function keeps on the stack is not what the thread waits for. Which access of a turn is looked at
// depends on how many came before.
// options: --races=interleave
// expect: fail deadlock
// cflags: -O0
// also: --races=interleave
// expect: fail deadlock
// cflags: -O0
// args: 1
// also: --races=interleave
// expect: fail deadlock
// cflags: -O0
// args: 1 2 3
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned long *shared;

__attribute__((noinline)) static unsigned get(_Atomic unsigned long *v, memory_order order) {
  return (unsigned)atomic_load_explicit(v, order);
}

static void *does_nothing(void *unused) {
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  _Atomic unsigned long on_stack = 0;
  unsigned turns = 0, last = 0;
  shared = &on_stack;
  pthread_create(&thread, NULL, does_nothing, NULL);
  for (int i = 1; i < argc; i++)
    if (!shared)
      return 1;
  while ((last = get(&*shared, memory_order_seq_cst)) != 2)
    turns = 1;
  pthread_join(thread, NULL);
  return (int)(turns + last);
}
