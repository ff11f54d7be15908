// A signal to the process is not lost with a thread that has ended: it waits for one that can
// handle it.
// expect: pass
// not_covered: nothing
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static sem_t handled;

static void handle(int number) {
  (void)number;
  sem_post(&handled);
}

static void *work(void *unused) {
  kill(getpid(), SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  sem_init(&handled, 0, 0);
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&handled);
  pthread_join(thread, NULL);
  return 0;
}
