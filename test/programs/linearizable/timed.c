// A pop that gives up after a second. The sequential object gives up, too, as often as the check
// runs it: that is no part of what --timeouts bounds.
// expect: pass
#include <ravel_linearizable.h>
#include <time.h>

struct counter {
  pthread_mutex_t lock;
  pthread_cond_t some;
  long n;
};

static void *make_counter(void) {
  struct counter *counter = calloc(1, sizeof *counter);
  pthread_mutex_init(&counter->lock, NULL);
  pthread_cond_init(&counter->some, NULL);
  return counter;
}

static long push(void *object, long none) {
  struct counter *counter = object;
  (void)none;
  pthread_mutex_lock(&counter->lock);
  counter->n++;
  pthread_cond_signal(&counter->some);
  pthread_mutex_unlock(&counter->lock);
  return 0;
}

static long pop(void *object, long none) {
  struct counter *counter = object;
  struct timespec until;
  int late = 0;
  (void)none;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_mutex_lock(&counter->lock);
  while (!counter->n && !late)
    late = pthread_cond_timedwait(&counter->some, &counter->lock, &until);
  const long result = counter->n ? counter->n-- : -1;
  pthread_mutex_unlock(&counter->lock);
  return result;
}

static const struct ravel_operation operations[] = {{"push", push}, {"pop", pop}};

int main(void) {
  return ravel_linearizable(make_counter, free, operations, 2,
                            (struct ravel_scenario){.only = "pop() pop() | pop() push()"});
}
