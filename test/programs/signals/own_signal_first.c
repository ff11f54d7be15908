// A signal to main and one to the process. Main handles its own first, and blocks the other one
// meanwhile. So when the thread unblocks signals, at least one handler has run: the thread takes
// the signal to the process, unless main has handled both by then.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int handled, handled_before;
static pthread_t first;

static void handle(int number) {
  (void)number;
  handled++;
}

static void *work(void *unused) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_kill(first, SIGUSR1);
  kill(getpid(), SIGUSR1);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  handled_before = handled;
  return unused;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(handled_before >= 1);
}
