// A handler ends calls that wait (EINTR), and keeps errno. With -DRESTART those begin again that
// SA_RESTART is for; poll() and nanosleep() never do.
// expect: pass
// also:
// cflags: -DRESTART
// expect: pass
// also:
// cflags: -DSLEEPS
// expect: fail assertion
// at: SLEEP
// also:
// cflags: -DTAKES
// expect: fail assertion
// at: SEMAPHORE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static sem_t semaphore;
static int ends[2];

static void handle(int number) {
  errno = ENOENT;
  handled = number;
}

/* Only a handler ends a wait, and it is told. */
static void check(int result) {
  assert(result == -1 && errno == EINTR && handled);
}

static void *work(void *unused) {
  char byte;
  errno = 0;
  int result = sem_wait(&semaphore);
  if (result) {
    check(result);
#ifdef RESTART
    assert(0);
#elif defined TAKES
    assert(0); /* SEMAPHORE */
#endif
  }
  struct pollfd one = {.fd = ends[0], .events = POLLIN};
  result = poll(&one, 1, -1);
  if (result != 1)
    check(result);
  result = (int)read(ends[0], &byte, 1);
  if (result != 1) {
    check(result);
#ifdef RESTART
    assert(0);
#endif
  }
  const struct timespec second = {1, 0};
  struct timespec left = {0};
  if (nanosleep(&second, &left)) {
    check(-1);
    assert(left.tv_sec == 1);
#ifdef SLEEPS
    assert(0); /* SLEEP */
#endif
  } else
    assert(errno != ENOENT);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_handler = handle};
#ifdef RESTART
  action.sa_flags = SA_RESTART;
#endif
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&semaphore, 0, 0);
  pipe(ends);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  sem_post(&semaphore);
  write(ends[1], "x", 1);
  pthread_join(thread, NULL);
  return 0;
}
