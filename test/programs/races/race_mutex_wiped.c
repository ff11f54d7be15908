// A mutex that a thread uses is overwritten by another, by memset or by an assignment. Where plain
// accesses are interleaved, it is no longer held when it is unlocked.
// expect: fail data-race
// message: use of .* races with write
// also: --races=interleave
// expect: fail lock-misuse
// message: nobody holds
// also:
// args: assign
// expect: fail data-race
// also: --races=interleave
// args: assign
// expect: fail lock-misuse
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *user(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, user, NULL);
  if (argc > 1)
    mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  else
    memset(&mutex, 0, sizeof mutex);
  pthread_join(thread, NULL);
  return 0;
}
