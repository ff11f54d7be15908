// A handler interrupts another thread, before any of its operations or after the last one; or it
// comes too late. With -DBUG the handler sees what is in between, of memory that nobody else uses.
// expect: pass
// traces: 4 (before one of two stores, after them, or when the thread has ended)
// also:
// cflags: -DBUG
// expect: fail assertion
// at: HALF
// also: --races=interleave
// cflags: -DBUG -DPLAIN
// expect: fail assertion
// at: HALF
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef PLAIN
static int low, high;
#else
atomic_int low, high; /* not static: stores that nobody reads would be left out */
#endif

static void handle(int number) {
  (void)number;
#ifdef BUG
  assert(low == high); /* HALF */
#endif
}

static void *work(void *unused) {
  low = 1;
  high = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
