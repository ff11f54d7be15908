// A thread that is created while a signal to the process is pending may handle it.
// expect: fail assertion
// at: LATE
// not_covered: nothing
// algorithms: naive sleep dpor source optimal unfold static
// also: --order=youngest
// expect: fail assertion
// at: LATE
// also:
// cflags: -DBLOCKED
// expect: pass
// algorithms: naive sleep dpor source optimal unfold static
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static _Atomic int in_late;
static _Thread_local int is_late;

static void handle(int number) {
  (void)number;
  if (is_late)
    in_late = 1;
}

static void *work(void *unused) {
  return unused;
}

static void *work_late(void *unused) {
  is_late = 1;
  return unused;
}

int main(void) {
  pthread_t first, late;
  sigset_t set;
  signal(SIGUSR1, handle);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_create(&first, NULL, work, NULL);
  kill(getpid(), SIGUSR1);
#ifdef BLOCKED
  pthread_sigmask(SIG_BLOCK, &set, NULL); // which the thread inherits
#endif
  pthread_create(&late, NULL, work_late, NULL);
  pthread_join(first, NULL);
  pthread_join(late, NULL);
  assert(!in_late); /* LATE */
  return 0;
}
