// A handler that takes the lock of the thread that it interrupts would wait for ever. With -DMASKED
// the signal is blocked while the lock is held. With -DPOSTS the handler may do what it does.
// expect: fail lock-misuse
// also:
// cflags: -DMASKED
// expect: pass
// also:
// cflags: -DPOSTS
// expect: pass
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t handled;
static int count;

static void handle(int number) {
  (void)number;
#ifdef POSTS
  sem_post(&handled);
#else
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
#endif
}

static void *work(void *unused) {
#ifdef MASKED
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
#ifdef MASKED
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#endif
#ifdef POSTS
  while (sem_wait(&handled))
    ;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  const struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&handled, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
