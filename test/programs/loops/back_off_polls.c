// Two threads look again and again, under a lock, whether something is done. They lock and unlock
// in each iteration, but wait for each other's lock: nobody backs off.
// expect: pass
// not_covered: nothing
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *wait_for_it(void *arg) {
  for (int seen = 0; !seen;) {
    pthread_mutex_lock(&lock);
    seen = done;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, wait_for_it, NULL);
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
