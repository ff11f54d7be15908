// What registers held when libc was called is not left on the stack, where the frame of a loop
// would have it in words that nobody writes: the loop is the same when the trace is recorded.
// args: 0
// cflags: -O0 -DWORDS=6
// expect: fail deadlock
// also:
// args: 0
// cflags: -O0 -DWORDS=10
// expect: fail deadlock
// also:
// cflags: -O2 -DWORDS=10
// expect: fail deadlock
#include <stdatomic.h>
#include <stdlib.h>

atomic_ushort flag; /* not static: a compiler could see that it is never 1 */

__attribute__((noinline)) static unsigned get(atomic_ushort *from, memory_order order) {
  return atomic_load_explicit(from, order);
}

__attribute__((noinline)) static int waits(void) {
  volatile long unwritten[WORDS];
  (void)unwritten;
  int waited = 0;
  while (get(&flag, memory_order_seq_cst) != 1)
    waited = 1;
  return waited;
}

int main(int argc, char **argv) {
  const int given = argc > 1 ? atoi(argv[1]) : 0;
  (void)given;
  return waits();
}
