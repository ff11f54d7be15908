// A mutex over a futex with three states (free, held, held and somebody may wait), as in Ulrich
// Drepper's "Futexes are tricky".
// expect: pass
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
    syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 2, NULL);
    seen = atomic_exchange(&state, 2);
  }
}

static void unlock(void) {
  if (atomic_fetch_sub(&state, 1) == 1)
    return;
  atomic_store(&state, 0);
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
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
