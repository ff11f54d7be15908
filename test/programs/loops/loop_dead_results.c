// Two threads wait for their turns again and again. What a wait has read is left on the stack and
// in a register by a compiler that does not optimise, and in main the stack has a variable whose
// address others know. None of this is read again: waiting changes nothing.
// cflags: -O0
// expect: pass
// traces: 1 (there is always one thread whose turn it is)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ROUNDS = 8 };

static atomic_int turn;
static int n;

static void *second(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    while (turn != 1)
      ;
    n++;
    turn = 0;
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, second, NULL);
  for (int i = 0; i < ROUNDS; i++) {
    while (turn != 0)
      ;
    n++;
    turn = 1;
  }
  pthread_join(thread, NULL);
  assert(n == 2 * ROUNDS);
  return 0;
}
