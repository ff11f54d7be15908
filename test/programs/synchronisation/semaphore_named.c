// Semaphores by name: one for all who open it, gone when it is removed and closed, and gone in the
// next execution.
// expect: pass
// traces: 2 (orders in which the two open it; a third name stands alone)
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int item;

static void *produce(void *arg) {
  sem_t *full = sem_open("/full", O_CREAT, 0600, 0);
  assert(full != SEM_FAILED);
  item = 1;
  sem_post(full);
  return arg;
}

static void *consume(void *arg) {
  sem_t *full = sem_open("/full", O_CREAT, 0600, 0);
  assert(full != SEM_FAILED);
  sem_wait(full);
  assert(item == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  assert(sem_open("/full", 0) == SEM_FAILED && errno == ENOENT);
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sem_open("/full", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
  sem_t *full = sem_open("/full", 0);
  assert(sem_unlink("/full") == 0);
  assert(sem_unlink("/full") == -1 && errno == ENOENT);
  assert(sem_post(full) == 0 && sem_wait(full) == 0 && sem_close(full) == 0);
  assert(sem_open("/full", 0) == SEM_FAILED && errno == ENOENT);
  return 0;
}
