// Handlers interrupt each other. With -DMASKED the mask of the first keeps the second out, and its
// own signal is blocked anyway, unless -DNODEFER says otherwise.
// expect: fail assertion
// at: INNER
// also:
// cflags: -DMASKED
// expect: pass
// also:
// cflags: -DMASKED -DNODEFER
// expect: fail assertion
// at: SAME
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int inside, done;

static void second(int number) {
  (void)number;
  assert(!inside); /* INNER */
}

static void first(int number, siginfo_t *info, void *context) {
  (void)context;
  assert(info->si_signo == number && info->si_code == SI_TKILL);
  assert(!inside); /* SAME */
  inside = 1;
  done++;
  inside = 0;
}

static void *work(void *unused) {
  done++;
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_sigaction = first, .sa_flags = SA_SIGINFO};
#ifdef NODEFER
  action.sa_flags |= SA_NODEFER;
#endif
#ifdef MASKED
  sigaddset(&action.sa_mask, SIGUSR2);
#endif
  sigaction(SIGUSR1, &action, NULL);
  action = (struct sigaction){.sa_handler = second};
  sigaction(SIGUSR2, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
#ifdef NODEFER
  pthread_kill(thread, SIGUSR1);
#else
  pthread_kill(thread, SIGUSR2);
#endif
  pthread_join(thread, NULL);
  return 0;
}
