// Two threads with the same function and argument, which begin with other signal masks, and with
// -DNAMES with other names: they are no twins. The one that was created last may be first.
// expect: fail assertion
// algorithms: sleep dpor source optimal
// also: --symmetry
// expect: fail assertion
// warning: --symmetry has no effect
// also: --symmetry --cflags=-DNAMES
// expect: fail assertion
// warning: --symmetry has no effect
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>

static atomic_int arrived, second_was_first;

static int is_second(void) {
#ifdef NAMES
  char name[16];
  prctl(PR_GET_NAME, name);
  return strcmp(name, "second") == 0;
#else
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  return sigismember(&mask, SIGUSR1);
#endif
}

static void *run(void *unused) {
  (void)unused;
  const int is_first = atomic_fetch_add(&arrived, 1) == 0;
  if (is_second() && is_first)
    atomic_store(&second_was_first, 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  pthread_create(&first, NULL, run, NULL);
#ifdef NAMES
  prctl(PR_SET_NAME, "second");
#else
  pthread_sigmask(SIG_BLOCK, &mask, NULL);
#endif
  pthread_create(&second, NULL, run, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(!second_was_first);
}
