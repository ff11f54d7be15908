// A thread that waits for another's end is woken by being cancelled; the other can then be joined
// by somebody else.
// expect: pass
// traces: 1 (main holds the gate, so the request comes first)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *slow(void *arg) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return arg;
}

static void *waiter(void *arg) {
  pthread_t other = *(pthread_t *)arg;
  pthread_join(other, NULL);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  void *result;
  pthread_mutex_lock(&gate);
  pthread_create(&a, NULL, slow, NULL);
  pthread_create(&b, NULL, waiter, &a);
  pthread_cancel(b);
  pthread_join(b, &result);
  assert(result == PTHREAD_CANCELED); /* a can't have ended */
  pthread_mutex_unlock(&gate);
  assert(pthread_join(a, NULL) == 0);
  return 0;
}
