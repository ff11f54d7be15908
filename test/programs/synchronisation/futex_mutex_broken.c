// A mutex over a futex whose unlock forgets that the word may say "somebody waits": it wakes nobody
// when it should.
// expect: fail deadlock
// at: WAIT
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int state;
static int counter;

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&state, &seen, 1))
    return;
  if (seen != 2)
    seen = atomic_exchange(&state, 2);
  while (seen != 0) {
    syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 2, NULL); /* WAIT */
    seen = atomic_exchange(&state, 2);
  }
}

static void unlock(void) {
  if (atomic_exchange(&state, 0) == 1)
    syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1);
}

static void *count(void *arg) {
  lock();
  counter++;
  unlock();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  count(NULL);
  pthread_join(thread, NULL); /* WAIT */
  assert(counter == 2);
  return 0;
}
