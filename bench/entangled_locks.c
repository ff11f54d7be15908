/* Whether thread 0 competes for the second lock depends on the order on the first, and it never
 * gives the second one back: 3 traces, in one of which thread 2 waits to the end. A program that
 * fits all that the text of CAV 2018 says of its figure 2. */
#include "threads.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int seen, y;

static void *thread0(void *arg) {
  pthread_mutex_lock(&m);
  seen = y;
  if (seen)
    pthread_mutex_lock(&n);
  pthread_mutex_unlock(&m);
  return arg;
}

static void *thread1(void *arg) {
  pthread_mutex_lock(&m);
  y = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *thread2(void *arg) {
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  return arg;
}

int main(void) {
  start(thread0, 0);
  start(thread1, 0);
  start(thread2, 0);
  return 0;
}
