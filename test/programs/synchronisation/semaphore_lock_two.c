// A semaphore with two units is no lock.
// expect: fail data-race
// at: ADD
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static int counter;

static void *add(void *arg) {
  sem_wait(&semaphore);
  counter++; /* ADD */
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 2);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
