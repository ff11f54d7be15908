// Whether the function has returned when the other thread reads its variable depends on the schedule.
// expect: fail use-after-free
// at: BUG
// message: read of 4 bytes of a local variable of another thread, in a function that has returned
#include <pthread.h>
#include <stdatomic.h>

static atomic_int *_Atomic loan;

static void *borrow(void *arg) {
  atomic_int *mine = loan;
  if (mine && *mine != 1) /* BUG */
    return 0;
  return arg;
}

__attribute__((noinline)) static void lend(void) {
  atomic_int local = 1;
  loan = &local;
  loan = 0; /* too late for who has it */
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, borrow, 0);
  lend();
  pthread_join(thread, 0);
  return 0;
}
