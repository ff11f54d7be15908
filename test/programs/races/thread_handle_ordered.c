// A handle is stored before the new thread runs where C11 says so (thrd_create), and before it is
// read where a lock orders the two.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

static pthread_t posix;
static thrd_t c11;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *posix_child(void *arg) {
  pthread_mutex_lock(&mutex);
  assert(pthread_equal(posix, pthread_self()));
  pthread_mutex_unlock(&mutex);
  return arg;
}

static int c11_child(void *arg) {
  (void)arg;
  assert(thrd_equal(c11, thrd_current()));
  return 0;
}

int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_create(&posix, NULL, posix_child, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_join(posix, NULL);
  thrd_create(&c11, c11_child, NULL);
  thrd_join(c11, NULL);
  return 0;
}
