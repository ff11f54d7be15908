// A thread that waits for a semaphore is woken by a post or by being cancelled; where both have
// happened, it takes the one or ends by the other, and what it does not take is left.
// expect: pass
// traces: 3 (taken before the request; or ended by it, after the post or before it)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int taken;

static void *waiter(void *arg) {
  sem_wait(&semaphore);
  taken = 1;
  return arg;
}

static void *poster(void *arg) {
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t a, b;
  void *result;
  int left;
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, poster, NULL);
  pthread_cancel(a);
  pthread_join(a, &result);
  pthread_join(b, NULL);
  sem_getvalue(&semaphore, &left);
  assert(left == !taken && (result == PTHREAD_CANCELED) == !taken);
  return 0;
}
