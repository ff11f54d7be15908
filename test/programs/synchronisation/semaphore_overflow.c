// At their limit posts do not commute: one of two fails, and either may be the one.
// expect: pass
// traces: 2
// also:
// args: first
// expect: fail assertion
// at: FIRST
// also:
// args: second
// expect: fail assertion
// at: SECOND
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static char objection;

static void *first(void *arg) {
  const int result = sem_post(&semaphore);
  assert(result == 0 || errno == EOVERFLOW);
  assert(result == 0 || objection != 'f'); /* FIRST */
  return arg;
}

static void *second(void *arg) {
  const int result = sem_post(&semaphore);
  assert(result == 0 || errno == EOVERFLOW);
  assert(result == 0 || objection != 's'); /* SECOND */
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  objection = argc > 1 ? *argv[1] : 0;
  sem_init(&semaphore, 0, SEM_VALUE_MAX - 1);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
