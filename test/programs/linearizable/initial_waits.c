// The initial part of a scenario may wait for ever, where the sequential object does, too. With
// -DNEVER the operation is one that must return. With -DAWAIT it waits for a condition, and what is
// run to see whether that is right stores.
// expect: pass
// also: --cflags=-DAWAIT
// expect: pass
// also: --cflags=-DNEVER
// algorithms: optimal
// expect: fail assertion
// message: an operation never returns: \[down\(\)\]
#include <ravel_linearizable.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifdef AWAIT
// It is open for all from the first `up' on.
struct semaphore {
  atomic_long open, visits;
};

static void *make_semaphore(void) {
  return calloc(1, sizeof(struct semaphore));
}

static long up(void *object, long none) {
  (void)none;
  atomic_store(&((struct semaphore *)object)->open, 1);
  return 0;
}

static long down(void *object, long none) {
  struct semaphore *semaphore = object;
  (void)none;
  atomic_fetch_add(&semaphore->visits, 1);
  ravel_await(atomic_load(&semaphore->open));
  return 0;
}
#else
static void *make_semaphore(void) {
  sem_t *semaphore = malloc(sizeof *semaphore);
  sem_init(semaphore, 0, 0);
  return semaphore;
}

static long up(void *semaphore, long none) {
  (void)none;
  return sem_post(semaphore);
}

static long down(void *semaphore, long none) {
  (void)none;
  return sem_wait(semaphore);
}
#endif

#ifdef NEVER
static const struct ravel_operation operations[] = {{"up", up}, {"down", down}};
static const char *const only = "[down()] up() | up()";
#else
static const struct ravel_operation operations[] = {{"up", up}, {"down", down, .may_block = 1}};
static const char *const only = NULL;
#endif

int main(void) {
  return ravel_linearizable(make_semaphore, free, operations, 2,
                            (struct ravel_scenario){.initial = 1, .only = only});
}
