// Stores over whatever was on the stack, which is something else each time: nothing reads that, and
// the program is deterministic.
// expect: fail assertion
// at: BUG
// also: --keep-going --reset=fork
// expect: fail assertion
// errors: 1
// also: --races=interleave --keep-going
// expect: fail assertion
// errors: 1
// also: --races=ignore --keep-going --context-sensitive --observers
// algorithms: source optimal
// expect: fail assertion
// errors: 1
// libs: -latomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>

#include "ravel.h"

enum { PLACES = 16 };

struct wide {
  long part[3];
};

struct frame {
  atomic_long atomic[PLACES];
  _Atomic struct wide wide;
  long plain[PLACES];
};

static _Atomic(struct frame *) where;
static atomic_int n, done;

__attribute__((noinline, no_sanitize("thread"))) static void leave_garbage(void) {
  volatile long garbage[200];
  long time[2], result = SYS_clock_gettime;
  /* The kernel's own clock, past Ravel. */
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(CLOCK_MONOTONIC), "S"(time)
                   : "rcx", "r11", "memory");
  for (int i = 0; i < 200; i++)
    garbage[i] = (time[0] + time[1]) * 31 + i;
}

__attribute__((noinline)) static void use_stack(void) {
  struct frame frame;
  atomic_store(&where, &frame);
  for (int i = 0; i < PLACES; i++)
    atomic_store(&frame.atomic[i], i);
  const struct wide wide = {{1, 2, 3}};
  atomic_store(&frame.wide, wide);
  ravel_atomic {
    for (int i = 0; i < PLACES; i++)
      frame.plain[i] = 1;
    atomic_store(&frame.atomic[0], 1);
  }
  atomic_fetch_add(&n, 1);
  ravel_await(done);
}

static void *owner(void *arg) {
  leave_garbage();
  use_stack();
  return arg;
}

static void *other(void *arg) {
  atomic_fetch_add(&n, 1);
  struct frame *frame = atomic_load(&where);
  if (frame && atomic_load(&n) == 2) {
    long sum = 0;
    for (int i = 0; i < PLACES; i++)
      sum += atomic_load(&frame->atomic[i]);
    ravel_atomic sum += frame->plain[0];
    struct wide wide = atomic_load(&frame->wide);
    assert(sum + wide.part[2] != 125); /* BUG */
  }
  atomic_store(&done, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(b, NULL);
  pthread_join(a, NULL);
  return 0;
}
