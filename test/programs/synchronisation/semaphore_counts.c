// Posts commute with posts, and waits with nothing.
// expect: pass
// traces: 16 (which posts come before the first wait and which between the first and the second: 1
// way where all three, 6 where two, 9 where one comes before the first)
// interleavings: 30 (6 orders of the posts, in each 5 ways to wait that never overtake)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *post(void *arg) {
  sem_post(&semaphore);
  return arg;
}

static void *wait(void *arg) {
  for (int i = 0; i < 3; i++)
    sem_wait(&semaphore);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i ? post : wait, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  int value = -1;
  sem_getvalue(&semaphore, &value);
  assert(value == 0);
  return 0;
}
