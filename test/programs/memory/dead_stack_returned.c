// A thread writes to a local variable of a function of another thread that has returned by then.
// expect: fail use-after-free
// at: BUG
// message: write of 4 bytes of a local variable of another thread, in a function that has returned
#include <pthread.h>
#include <semaphore.h>

static sem_t lent;
static int *loan;

static void *borrow(void *arg) {
  sem_wait(&lent);
  *loan = 1; /* BUG */
  return arg;
}

__attribute__((noinline)) static void lend(void) {
  int local = 0;
  loan = &local;
  sem_post(&lent);
}

int main(void) {
  pthread_t thread;
  sem_init(&lent, 0, 0);
  pthread_create(&thread, 0, borrow, 0);
  lend();
  pthread_join(thread, 0);
  return 0;
}
