// A semaphore with one unit is a lock.
// expect: pass
// traces: 6 (orders of three threads)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static int counter;

static void *add(void *arg) {
  sem_wait(&semaphore);
  counter++;
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&semaphore, 0, 1);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
