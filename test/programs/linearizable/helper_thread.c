// Operations that are made by a thread of their own, which the caller joins.
// expect: pass
#include <pthread.h>
#include <ravel_linearizable.h>
#include <stdatomic.h>

struct cell {
  atomic_long value;
};

struct job {
  struct cell *cell;
  long value;
};

static void *make_cell(void) {
  return calloc(1, sizeof(struct cell));
}

static void *store(void *arg) {
  struct job *job = arg;
  atomic_store(&job->cell->value, job->value);
  return NULL;
}

static void *load(void *arg) {
  struct job *job = arg;
  job->value = atomic_load(&job->cell->value);
  return NULL;
}

static long in_thread(void *(*function)(void *), struct cell *cell, long value) {
  struct job job = {cell, value};
  pthread_t thread;
  pthread_create(&thread, NULL, function, &job);
  pthread_join(thread, NULL);
  return job.value;
}

static long set(void *object, long value) {
  return in_thread(store, object, value);
}

static long get(void *object, long none) {
  return in_thread(load, object, none);
}

static const struct ravel_operation operations[] = {{"set", set, .arg = {1, 2}}, {"get", get}};

int main(void) {
  return ravel_linearizable(make_cell, free, operations, 2,
                            (struct ravel_scenario){.threads = 2, .operations = 1, .final = 1});
}
