// A semaphore is used that has not been initialised.
// expect: fail lock-misuse
// at: USE
// message: has not been initialised
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

int main(void) {
  sem_post(&semaphore); /* USE */
  return 0;
}
