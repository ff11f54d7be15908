// A thread that is cancelled while it waits for a time, or until it wakes up for no reason, has
// locked the mutex again, and without a handler keeps it.
// expect: fail deadlock
// at: BUG
// also: --spurious
// expect: fail deadlock
// at: BUG
// also: --spurious
// args: untimed
// expect: fail deadlock
// at: BUG
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int timed, waits;

static void *wait(void *arg) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_mutex_lock(&mutex);
  waits = 1;
  if (timed)
    pthread_cond_timedwait(&condition, &mutex, &until);
  else
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(int argc, char **argv) {
  (void)argv;
  timed = argc == 1;
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  pthread_mutex_lock(&mutex);
  const int cancels = waits;
  if (cancels)
    pthread_cancel(thread);
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  if (!cancels)
    return 0;
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex); /* BUG */
  return 0;
}
