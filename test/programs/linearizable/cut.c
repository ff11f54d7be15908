// A thread that was stopped by a failed assumption has not waited for ever, nor does it keep others
// waiting: such an execution says nothing of calls.
// expect: pass
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct flag {
  pthread_mutex_t lock;
  atomic_int set;
};

static void *make_flag(void) {
  struct flag *flag = calloc(1, sizeof *flag);
  pthread_mutex_init(&flag->lock, NULL);
  return flag;
}

static long set(void *object, long none) {
  struct flag *flag = object;
  (void)none;
  atomic_store(&flag->set, 1);
  return 0;
}

static long get(void *object, long none) {
  struct flag *flag = object;
  (void)none;
  pthread_mutex_lock(&flag->lock);
  ravel_assume(atomic_load(&flag->set));
  pthread_mutex_unlock(&flag->lock);
  return 1;
}

static const struct ravel_operation operations[] = {{"set", set}, {"get", get}};

int main(void) {
  return ravel_linearizable(make_flag, free, operations, 2,
                            (struct ravel_scenario){.only = "set() | get() | get()"});
}
