// The initial part of a scenario may wait for ever, where the sequential object does, too. With
// -DNEVER the operation is one that must return.
// expect: pass
// also: --cflags=-DNEVER
// algorithms: optimal
// expect: fail assertion
// message: an operation never returns: \[down\(\)\]
#include <ravel_linearizable.h>
#include <semaphore.h>

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
