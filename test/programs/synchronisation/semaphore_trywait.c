// sem_trywait takes one or finds none: with the argument "took" the program objects to the one,
// with "none" to the other.
// expect: pass
// traces: 2 (before the post or after it)
// interleavings: 2
// also:
// args: took
// expect: fail assertion
// at: TOOK
// also:
// args: none
// expect: fail assertion
// at: NONE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static sem_t semaphore;
static bool object_to_took, object_to_none;

static void *post(void *arg) {
  sem_post(&semaphore);
  return arg;
}

static void *try(void *arg) {
  if (sem_trywait(&semaphore) == 0) {
    assert(!object_to_took); /* TOOK */
  } else {
    assert(errno == EAGAIN);
    assert(!object_to_none); /* NONE */
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  object_to_took = argc > 1 && !strcmp(argv[1], "took");
  object_to_none = argc > 1 && !strcmp(argv[1], "none");
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, NULL, post, NULL);
  pthread_create(&b, NULL, try, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
