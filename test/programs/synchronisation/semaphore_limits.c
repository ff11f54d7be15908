// What semaphores return when there is nothing to take or too much to add.
// expect: pass
// traces: 1
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  sem_t semaphore;
  int value;
  assert(sem_init(&semaphore, 0, SEM_VALUE_MAX + 1U) == -1 && errno == EINVAL);
  assert(sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
  assert(sem_getvalue(&semaphore, &value) == 0 && value == SEM_VALUE_MAX);
  assert(sem_wait(&semaphore) == 0);
  assert(sem_post(&semaphore) == 0);
  assert(sem_destroy(&semaphore) == 0);
  assert(sem_init(&semaphore, 0, 0) == 0);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&semaphore, &(struct timespec){1, 1000000000}) == -1 && errno == EINVAL);
  assert(sem_timedwait(&semaphore, &(struct timespec){1, 0}) == -1 && errno == ETIMEDOUT);
  assert(sem_destroy(&semaphore) == 0);
  return 0;
}
