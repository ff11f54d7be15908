// Progress of a counter: by an atomic addition it is wait-free, by compare-and-swap in a loop
// lock-free, and with a lock nothing. STEPS is what a call may take.
// expect: pass
// also: '--cflags=-DADD=2 -DSTEPS=3'
// algorithms: optimal
// expect: fail assertion
// message: not wait-free: add\(\) has not returned within 3 steps: .*add\(\) \|
// also: '--cflags=-DADD=2 -DSTEPS=3 -DPROGRESS=RAVEL_LOCK_FREE'
// expect: pass
// also: '--cflags=-DADD=3 -DPROGRESS=RAVEL_LOCK_FREE'
// expect: fail assertion
// message: not lock-free: add\(\) waits for another thread: add\(\) \| add\(\)
// also: '--cflags=-DADD=3 -DPROGRESS=RAVEL_OBSTRUCTION_FREE'
// algorithms: optimal
// expect: fail assertion
// message: not obstruction-free: add\(\) waits for another thread
// also: '--cflags=-DADD=4 -DPROGRESS=RAVEL_OBSTRUCTION_FREE'
// expect: fail assertion
// message: not obstruction-free: add\(\) has not returned within 4 steps in a row: add\(\) \| add\(\)
// also: '--cflags=-DADD=4 -DPROGRESS=RAVEL_LOCK_FREE'
// algorithms: optimal
// expect: fail assertion
// message: not lock-free: add\(\) has not returned within 8 steps: add\(\) \| add\(\)
// also: '--cflags=-DADD=5 -DPROGRESS=RAVEL_OBSTRUCTION_FREE'
// algorithms: optimal
// expect: fail assertion
// message: not obstruction-free: add\(\) waits for another thread
// also: '--cflags=-DADD=6 -DPROGRESS=RAVEL_LOCK_FREE'
// algorithms: optimal
// expect: fail assertion
// message: not lock-free: add\(\) waits for another thread
// also: '--cflags=-DADD=7 -DPROGRESS=RAVEL_OBSTRUCTION_FREE'
// algorithms: optimal
// expect: fail assertion
// message: not obstruction-free: add\(\) has not returned within 4 steps in a row: add\(\) \| add\(\)
#include <ravel_linearizable.h>
#include <stdatomic.h>

#ifndef ADD
#define ADD 1
#endif
#ifndef STEPS
#define STEPS 4
#endif
#ifndef PROGRESS
#define PROGRESS RAVEL_WAIT_FREE
#endif

struct counter {
  atomic_long value;
  atomic_int taken;
  pthread_mutex_t lock;
  atomic_long here; // a thread that changes the value says so before it looks for others
};

static void *make_counter(void) {
  struct counter *counter = calloc(1, sizeof *counter);
  pthread_mutex_init(&counter->lock, NULL);
  return counter;
}

static long add(void *object, long none) {
  struct counter *counter = object;
  (void)none;
#if ADD == 1
  return atomic_fetch_add(&counter->value, 1);
#elif ADD == 2
  long old = atomic_load(&counter->value);
  while (!atomic_compare_exchange_strong(&counter->value, &old, old + 1))
    ;
  return old;
#elif ADD == 3
  pthread_mutex_lock(&counter->lock);
  const long old = atomic_load(&counter->value);
  atomic_store(&counter->value, old + 1);
  pthread_mutex_unlock(&counter->lock);
  return old;
#elif ADD == 4
  while (atomic_exchange(&counter->taken, 1))
    ;
  const long old = atomic_load(&counter->value);
  atomic_store(&counter->value, old + 1);
  atomic_store(&counter->taken, 0);
  return old;
#elif ADD == 5
  const long mine = atomic_fetch_add(&counter->here, 1);
  ravel_await(atomic_load(&counter->value) == mine);
  return atomic_fetch_add(&counter->value, 1);
#elif ADD == 7
  atomic_fetch_add(&counter->taken, 1);
  while (atomic_load(&counter->taken) == 2) // two of them read in turn, for ever
    ;
  return atomic_fetch_add(&counter->taken, -1) - 1;
#else
  while (pthread_mutex_trylock(&counter->lock))
    pthread_mutex_lock(&counter->lock), pthread_mutex_unlock(&counter->lock);
  const long old = atomic_load(&counter->value);
  atomic_store(&counter->value, old + 1);
  pthread_mutex_unlock(&counter->lock);
  return old;
#endif
}

static const struct ravel_operation operations[] = {{"add", add}};

int main(void) {
  return ravel_linearizable(make_counter, free, operations, 1,
                            (struct ravel_scenario){.progress = PROGRESS, .steps = STEPS});
}
