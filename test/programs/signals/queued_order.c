// Real-time signals are queued: each is handled, with its value, in the order in which they were
// sent; whether the handler of one is about to run when the next one comes or not.
// expect: pass
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int steps;
static int last;

static void handle(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  assert(info->si_code == SI_QUEUE && info->si_value.sival_int == last + 1);
  last++;
  steps++;
}

static void *work(void *unused) {
  steps++;
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  sigaction(SIGRTMIN, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  for (int i = 1; i <= 3; i++)
    pthread_sigqueue(thread, SIGRTMIN, (union sigval){.sival_int = i});
  pthread_join(thread, NULL);
  return 0;
}
