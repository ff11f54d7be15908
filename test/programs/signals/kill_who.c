// A signal to the process is handled by any thread that has not blocked it, at any time: by the
// other thread, or by the one that sends it. With -DBLOCKED there is no other, and it is handled
// before kill() returns.
// expect: fail assertion
// at: OTHER
// also:
// cflags: -DMAIN
// expect: fail assertion
// at: SENDER
// also:
// cflags: -DBLOCKED
// expect: pass
// traces: 2 (the handler comes before or after the load)
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

atomic_int handled;
static _Thread_local int is_first;

static void handle(int number) {
  (void)number;
#ifdef MAIN
  assert(!is_first); /* SENDER */
#elif !defined BLOCKED
  assert(is_first); /* OTHER */
#endif
  atomic_store(&handled, 1);
}

static void *other(void *unused) {
  atomic_load(&handled);
  return unused;
}

int main(void) {
  sigset_t set, before;
  pthread_t thread;
  is_first = 1;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  signal(SIGUSR1, handle);
  pthread_sigmask(SIG_BLOCK, &set, &before);
#ifndef BLOCKED
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
  pthread_create(&thread, NULL, other, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  kill(getpid(), SIGUSR1);
#ifdef BLOCKED
  assert(handled);
#endif
  pthread_join(thread, NULL);
  return 0;
}
