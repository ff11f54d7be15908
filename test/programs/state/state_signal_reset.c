// Every execution begins with the dispositions that the program was started with, and so does what
// is explored from a state on the way. SIGSEGV, which Ravel itself catches, is told as the program
// has set it.
// expect: pass
// traces: 6 (orders of three updates)
// also: --reset=fork
// expect: pass
// traces: 6 (the same)
// also: --reset=memory
// expect: pass
// traces: 6 (the same)
// also: --reset=memory
// cflags: -DFROM_START
// expect: pass
// traces: 6 (the same)
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int shared;

static void handler(int number) {
  (void)number;
}

static void *update(void *arg) {
  assert(atomic_fetch_add(&shared, 1) >= 0);
  return arg;
}

int main(void) {
#ifdef FROM_START
  l64a(1); /* not known: it keeps Ravel from returning to states on the way */
#endif
  struct sigaction old;
  assert(signal(SIGUSR1, SIG_IGN) == SIG_DFL);
  assert(signal(SIGSEGV, handler) == SIG_DFL);
  pthread_t a, b;
  pthread_create(&a, NULL, update, NULL);
  pthread_create(&b, NULL, update, NULL);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  assert(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sigaction(SIGSEGV, NULL, &old);
  assert(old.sa_handler == handler);
  assert(signal(SIGUSR1, handler) == SIG_IGN);
  assert(signal(SIGKILL, handler) == SIG_ERR);
  return 0;
}
