// Local variables that were lent, and that others are done with when their functions return: the
// function knows by a join, by a mutex, by an atomic flag beside it, or by the variable itself,
// even where that is relaxed. Of main nothing is said: what it lends lasts until the program ends.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>

struct task {
  int result;
  atomic_int done, seen;
  pthread_mutex_t m;
};

static void *work(void *arg) {
  struct task *task = arg;
  pthread_mutex_lock(&task->m);
  task->result = 1;
  pthread_mutex_unlock(&task->m);
  atomic_store(&task->done, 1);
  return 0;
}

__attribute__((noinline)) static int wait_for_flag(pthread_t *thread) {
  struct task task = {.m = PTHREAD_MUTEX_INITIALIZER};
  pthread_create(thread, 0, work, &task);
  while (!atomic_load(&task.done))
    ;
  return task.result;
}

__attribute__((noinline)) static int wait_for_end(void) {
  struct task task = {.m = PTHREAD_MUTEX_INITIALIZER};
  pthread_t thread;
  pthread_create(&thread, 0, work, &task);
  pthread_join(thread, 0);
  return task.result;
}

static void *mark(void *arg) {
  atomic_store_explicit((atomic_int *)arg, 1, memory_order_relaxed);
  return 0;
}

__attribute__((noinline)) static int wait_relaxed(pthread_t *thread) {
  atomic_int seen = 0;
  pthread_create(thread, 0, mark, &seen);
  while (!atomic_load_explicit(&seen, memory_order_relaxed))
    ;
  return 1;
}

int main(void) {
  pthread_t threads[3];
  int last = 0;
  int sum = wait_for_flag(&threads[0]) + wait_for_end() + wait_relaxed(&threads[1]);
  pthread_create(&threads[2], 0, mark, &last);
  pthread_detach(threads[2]);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return sum != 3;
}
