// To initialise a semaphore again loses a post that came before and keeps one that comes after.
// expect: fail assertion
// at: LOST
// also: --keep-going
// expect: fail assertion
// traces: 2 (the post before or after the initialisation)
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *poster(void *arg) {
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  int value;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, poster, NULL);
  sem_init(&semaphore, 0, 0);
  pthread_join(thread, NULL);
  sem_getvalue(&semaphore, &value);
  assert(value == 1); /* LOST */
  return 0;
}
