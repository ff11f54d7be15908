// A thread polls what a mutex protects until it is there. To go round is to wait, and to look only
// after the worker is one trace.
// expect: pass
// traces: 1 (the last look comes after the worker's critical section, and an earlier look is void)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done, data;

static void *worker(void *unused) {
  data = 1;
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static int is_done(void) {
  pthread_mutex_lock(&mutex);
  const int result = done;
  pthread_mutex_unlock(&mutex);
  return result;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (!is_done())
    ;
  assert(data == 1);
  pthread_join(thread, NULL);
  return 0;
}
