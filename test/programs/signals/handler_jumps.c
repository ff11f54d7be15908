// A handler leaves with siglongjmp(), which puts the mask back: a second signal is handled, too.
// With longjmp() (-DPLAIN) the signal stays blocked.
// expect: fail assertion
// at: TWICE
// also:
// cflags: -DPLAIN
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static sigjmp_buf back;
static volatile sig_atomic_t ready, handled;
static atomic_int steps;

static void handle(int number) {
  (void)number;
  if (!ready)
    return;
  handled++;
#ifdef PLAIN
  longjmp(back, 1);
#else
  siglongjmp(back, 1);
#endif
}

static void *work(void *unused) {
#ifdef PLAIN
  if (setjmp(back)) {
#else
  if (sigsetjmp(back, 1)) {
#endif
    assert(handled < 2); /* TWICE */
    steps++;
    ready = 0; /* nobody jumps to where a function has returned */
    return unused;
  }
  ready = 1;
  steps++;
  ready = 0;
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
