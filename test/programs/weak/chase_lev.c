// The work-stealing deque of Chase and Lev, with the orders of Le, Pop, Cohen and Zappa Nardelli
// (PPoPP 2013). With -DWEAK the fence in take() is missing: the owner and a thief both get the last
// task. That is so on x86, too.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail assertion
// also: --memory=tso
// algorithms: optimal
// expect: pass
// also: --memory=tso --cflags=-DWEAK
// algorithms: optimal
// expect: fail assertion
// also: --cflags=-DWEAK
// algorithms: optimal
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 2, EMPTY = -1, ABORTED = -2 };

static atomic_long top, bottom;
static atomic_int tasks[SIZE];
atomic_int taken[2];

static void push(int task) {
  const long b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&tasks[b % SIZE], task, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  const long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
  long t = atomic_load_explicit(&top, memory_order_relaxed);
  int task = EMPTY;
  if (t <= b) {
    task = atomic_load_explicit(&tasks[b % SIZE], memory_order_relaxed);
    if (t < b)
      return task;
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                 memory_order_relaxed))
      task = EMPTY;
  }
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}

static int steal(void) {
  long t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  const long b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b)
    return EMPTY;
  const int task = atomic_load_explicit(&tasks[t % SIZE], memory_order_relaxed);
  return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                 memory_order_relaxed)
             ? task
             : ABORTED;
}

static void run(int task) {
  if (task >= 0)
    assert(atomic_fetch_add_explicit(&taken[task], 1, memory_order_relaxed) == 0);
}

static void *thief(void *unused) {
  run(steal());
  run(steal());
  return unused;
}

int main(void) {
  pthread_t a;
  push(0);
  push(1);
  pthread_create(&a, NULL, thief, NULL);
  run(take());
  run(take());
  pthread_join(a, NULL);
}
