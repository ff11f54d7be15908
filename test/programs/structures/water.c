// Building water: two hydrogen threads and an oxygen thread go on together when all three are
// there.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t hydrogen_may, oxygen_may;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int bonded;

static void bond(void) {
  pthread_mutex_lock(&mutex);
  bonded++;
  pthread_mutex_unlock(&mutex);
}

static void *hydrogen(void *arg) {
  sem_post(&oxygen_may);
  sem_wait(&hydrogen_may);
  bond();
  return arg;
}

static void *oxygen(void *arg) {
  sem_wait(&oxygen_may);
  sem_wait(&oxygen_may);
  sem_post(&hydrogen_may);
  sem_post(&hydrogen_may);
  bond();
  return arg;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&hydrogen_may, 0, 0);
  sem_init(&oxygen_may, 0, 0);
  pthread_create(&threads[0], NULL, hydrogen, NULL);
  pthread_create(&threads[1], NULL, hydrogen, NULL);
  pthread_create(&threads[2], NULL, oxygen, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(bonded == 3);
  return 0;
}
