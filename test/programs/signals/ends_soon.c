// A signal to the process may be handled in a thread that is about to end, even where that thread
// makes no other visible operation after it has sent it or set the alarm. It may come too late for
// that, too: then main handles it, which must be found in the same search (-DMAIN).
// expect: fail assertion
// at: THREAD
// algorithms: naive sleep dpor source optimal unfold static
// also: --order=youngest
// expect: fail assertion
// at: THREAD
// also:
// cflags: -DMAIN
// expect: fail assertion
// at: MAIN
// algorithms: naive sleep dpor source optimal unfold static
// also: --order=youngest
// cflags: -DMAIN
// expect: fail assertion
// at: MAIN
// also:
// cflags: -DKILL
// expect: fail assertion
// at: THREAD
// algorithms: naive sleep dpor source optimal unfold static
// also:
// cflags: -DKILL -DMAIN
// expect: fail assertion
// at: MAIN
// algorithms: naive sleep dpor source optimal unfold static
// also: --keep-going
// cflags: -DNEITHER
// expect: pass
// not_covered: nothing
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static _Atomic int in_thread, in_main;
static _Thread_local int is_thread;

static void handle(int number) {
  (void)number;
  if (is_thread)
    in_thread = 1;
  else
    in_main = 1;
}

static void *work(void *unused) {
  is_thread = 1;
#ifdef KILL
  kill(getpid(), SIGALRM);
#else
  alarm(1);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGALRM, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
#ifdef MAIN
  assert(!in_main); /* MAIN */
#elif !defined NEITHER
  assert(!in_thread); /* THREAD */
#endif
  return 0;
}
