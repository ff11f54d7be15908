// Two threads give back the mutex they hold when the other one's is not free. They can do so in
// step for ever, but each gets out once the other has given its mutex back: no deadlock. A bound on
// the steps that is met before the state is seen to repeat shows nothing.
// expect: pass
// also: --void-iterations --max-steps=1000
// expect: incomplete long-execution
// stopped_by: --max-steps
// message: longer than 1000 steps
// also: --void-iterations
// algorithms: optimal source
// expect: fail nontermination
// message: keep each other going
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  while (pthread_mutex_trylock(second) != 0) {
    pthread_mutex_unlock(first);
    pthread_mutex_lock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *thread(void *arg) {
  both(&b, &a);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  both(&a, &b);
  pthread_join(other, NULL);
  return 0;
}
