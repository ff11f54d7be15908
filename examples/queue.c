// A bounded queue with one condition variable for two conditions, "not empty" and "not full".
// A signal that is meant for a consumer may wake a producer, which goes back to sleep: the
// wakeup is lost, and at the end everybody waits.
//
//     ravel check examples/queue.c
//     ravel check -DFIXED examples/queue.c
//
// The fix is one word: pthread_cond_broadcast. (Or two condition variables.)
//
// expect: fail deadlock
// also:
// cflags: -DFIXED
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { ROOM = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int n;

static void wake(void) {
#ifdef FIXED
  pthread_cond_broadcast(&changed);
#else
  pthread_cond_signal(&changed);
#endif
}

static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  while (n == ROOM)
    pthread_cond_wait(&changed, &lock);
  n++;
  wake();
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  while (n == 0)
    pthread_cond_wait(&changed, &lock);
  n--;
  wake();
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i < 2 ? consumer : producer, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  assert(n == 0);
  return 0;
}
