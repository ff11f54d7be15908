// Threads that go round until a handler has run: by polling, by pause(), and by pause() with the
// signal blocked up to there.
// expect: pass
// also:
// cflags: -DPAUSE
// expect: pass
// not_covered: what follows signals from outside of the program
// also:
// cflags: -DSUSPEND
// expect: pass
// not_covered: nothing
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int flag;

static void handle(int number) {
  (void)number;
  flag = 1;
}

static void *work(void *unused) {
#ifdef SUSPEND
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  while (!flag)
    sigsuspend(&before);
#else
  while (!flag) {
#ifdef PAUSE
    pause(); /* it may come right before this */
#endif
  }
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  assert(flag == 1);
  return 0;
}
