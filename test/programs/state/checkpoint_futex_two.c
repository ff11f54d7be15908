// Two wakeups at different addresses. When the search returns to a state in which only the first
// had been sent, the thread that waits there must be entitled to it, though both were taken since.
// options: --order=youngest --reset=memory
// expect: pass
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STEPS = 40 };

static atomic_int words[2], after, steps;

static long futex(int which, int operation, int value) {
  return syscall(SYS_futex, &words[which], operation, value, NULL, NULL, 0);
}

static void *waits_late(void *arg) {
  futex(1, FUTEX_WAIT, 0);
  return arg;
}

static void *waits_first(void *arg) {
  futex(0, FUTEX_WAIT, 0);
  const int seen = atomic_load(&after);
  assert(seen == 0 || seen == 1);
  return arg;
}

static void wake(int which) {
  if (futex(which, FUTEX_WAKE, 1) == 0) {
    atomic_store(&words[which], 1);
    futex(which, FUTEX_WAKE, 1);
  }
}

/* The youngest goes first, far enough for a state to be kept between the two wakeups. */
static void *wakes(void *arg) {
  wake(0);
  for (int i = 0; i < STEPS; i++)
    atomic_store(&steps, i);
  wake(1);
  atomic_store(&after, 1);
  return arg;
}

int main(void) {
  void *(*const all[])(void *) = {waits_late, waits_first, wakes};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, all[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
