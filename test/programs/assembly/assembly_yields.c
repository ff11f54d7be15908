// A loop that reads in assembly and yields: what the call has left in registers that no call
// preserves is no state of the loop, which waits for ever.
// cflags: -O1
// compiler: gcc (it has the assembler's stand-in)
// expect: fail deadlock
// at: LOOP
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static short value;

static short load(void) {
  short found;
  __asm__ volatile("mov %1, %0" : "=q"(found) : "m"(value) : "memory"); /* LOOP */
  return found;
}

static void *waits(void *unused) {
  while (load() == 0)
    sched_yield();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
  return 0;
}
