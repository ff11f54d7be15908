// Posts commute.
// expect: pass
// traces: 1
// interleavings: 6
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *post(void *arg) {
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, post, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 3; i++)
    sem_wait(&semaphore);
  int value = -1;
  sem_getvalue(&semaphore, &value);
  assert(value == 0);
  return 0;
}
