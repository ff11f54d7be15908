// The cigarette smokers: the agent puts two of three things on the table, and one of three smokers
// can use them. Each waits for its first thing, then for its second: two of them can take one
// each.
// expect: fail deadlock
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t things[3], smoked;

static void *smoker(void *arg) {
  int has = *(int *)arg;
  sem_wait(&things[(has + 1) % 3]);
  sem_wait(&things[(has + 2) % 3]);
  sem_post(&smoked);
  return NULL;
}

int main(void) {
  static int numbers[] = {0, 1, 2};
  pthread_t threads[3];
  sem_init(&smoked, 0, 0);
  for (int i = 0; i < 3; i++)
    sem_init(&things[i], 0, 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, smoker, &numbers[i]);
  sem_post(&things[1]);
  sem_post(&things[2]);
  sem_wait(&smoked);
  return 0;
}
