// A thread waits on its own stack, which nobody else has touched yet, and reads it in assembly.
// What other reads of the loop leave on the stack, where hooks align it, is no state of the loop.
// compiler: gcc (it has the assembler's stand-in)
// cflags: -O0
// expect: pass
// also: --races=interleave --step-seconds=2
// cflags: -O0 -DALIGNED=0
// expect: pass
// also: --races=interleave --step-seconds=2
// cflags: -O0 -DALIGNED=16
// expect: pass
// also: --races=interleave --step-seconds=2
// cflags: -O0 -DALIGNED=32
// expect: pass
// also: --races=interleave --step-seconds=2
// cflags: -O0 -DALIGNED=48
// expect: pass
#include <alloca.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ALIGNED
#define ALIGNED 0
#endif

static atomic_int begun;
static int *of_main;

static void *sets(void *flag) {
  atomic_store(&begun, 1);
  __asm__ volatile("movl $1, %0" : "=m"(*(int *)flag) : : "memory");
  return flag;
}

int main(void) {
  int flag = 0, found;
  *(volatile char *)alloca(ALIGNED + 1) = 0;
  of_main = &flag;
  pthread_t thread;
  pthread_create(&thread, NULL, sets, &flag);
  do
    __asm__ volatile("movl %1, %0" : "=r"(found) : "m"(*of_main) : "memory");
  while (!found);
  pthread_join(thread, NULL);
}
