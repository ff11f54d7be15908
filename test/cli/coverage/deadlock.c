/* Two threads take two locks in opposite orders. One trace is a deadlock, and in two one thread
 * comes after the other. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);  /* lines: 6 */
  pthread_mutex_lock(second); /* lines: 6, and two do not get it */
  done++;                     /* lines: 4 */
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *backwards(void *arg) {
  take(&b, &a);
  return arg; /* lines: 2 */
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, backwards, NULL);
  take(&a, &b);
  pthread_join(thread, NULL);
  return 0; /* lines: 2 */
}
