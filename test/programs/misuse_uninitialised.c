// A mutex in memory that holds something else.
// expect: fail lock-misuse
// at: LOCK
// message: not been initialised
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  memset(mutex, 0xa5, sizeof *mutex);
  pthread_mutex_lock(mutex); /* LOCK */
  free(mutex);
  return 0;
}
