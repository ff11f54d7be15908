// Two locks taken in one order by everybody.
// expect: pass
// traces: 2 (the order on the first lock decides the order on the second)
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *both(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

int main(void) {
  pthread_t p, q;
  pthread_create(&p, NULL, both, NULL);
  pthread_create(&q, NULL, both, NULL);
  pthread_join(p, NULL);
  pthread_join(q, NULL);
  return 0;
}
