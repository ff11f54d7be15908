// A block ends however it is left: by return, break, continue and goto.
// expect: pass
// traces: 1
// longest: 8 (in each of the four functions the block and the store after it)
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

#include "ravel.h"

static atomic_int x;

static int by_return(void) {
  ravel_atomic {
    if (atomic_load(&x) == 0)
      return 1;
    atomic_store(&x, 100);
  }
  return 2;
}

static void by_break(void) {
  ravel_atomic {
    if (atomic_load(&x) == 1)
      break;
    atomic_store(&x, 100);
  }
}

static void by_continue(void) {
  ravel_atomic {
    if (atomic_load(&x) == 2)
      continue;
    atomic_store(&x, 100);
  }
}

static void by_goto(void) {
  ravel_atomic {
    if (atomic_load(&x) == 3)
      goto out;
    atomic_store(&x, 100);
  }
out:
  atomic_store(&x, 4);
}

int main(void) {
  assert(by_return() == 1);
  atomic_store(&x, 1);
  by_break();
  atomic_store(&x, 2);
  by_continue();
  atomic_store(&x, 3);
  by_goto();
  return 0;
}
