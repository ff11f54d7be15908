// A signal that comes before the wait is lost, and nobody looked at a condition.
// expect: fail deadlock
// at: WAIT
#include <threads.h>

static mtx_t mutex;
static cnd_t ready;

static int signaller(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  cnd_signal(&ready);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&ready);
  thrd_create(&thread, signaller, NULL);
  mtx_lock(&mutex);
  cnd_wait(&ready, &mutex); /* WAIT */
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  return 0;
}
