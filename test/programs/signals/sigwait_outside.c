// A thread waits for signals that nobody in the program sends, as servers do: no deadlock. Others
// that wait for each other are in one all the same.
// expect: pass
// not_covered: signals from outside
// also:
// cflags: -DCIRCLE
// expect: fail deadlock
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *cross(void *arg) {
  pthread_mutex_t *const first = arg ? &a : &b, *const second = arg ? &b : &a;
#ifdef CIRCLE
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
#endif
  (void)first, (void)second;
  return NULL;
}

int main(void) {
  pthread_t one, two;
  sigset_t set;
  int number;
  sigfillset(&set);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&one, NULL, cross, NULL);
  pthread_create(&two, NULL, cross, &set);
  sigwait(&set, &number);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
