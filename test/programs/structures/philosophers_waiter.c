// Three philosophers and a waiter, who lets at most two of them to the table: no deadlock.
// expect: pass
// algorithms: source optimal
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { SEATS = 3 };
static pthread_mutex_t forks[SEATS];
static sem_t waiter;

static void *philosopher(void *arg) {
  int seat = *(int *)arg;
  sem_wait(&waiter);
  pthread_mutex_lock(&forks[seat]);
  pthread_mutex_lock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[seat]);
  sem_post(&waiter);
  return NULL;
}

int main(void) {
  static int seats[] = {0, 1, 2};
  pthread_t threads[SEATS];
  sem_init(&waiter, 0, SEATS - 1);
  for (int i = 0; i < SEATS; i++)
    pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < SEATS; i++)
    pthread_create(&threads[i], NULL, philosopher, &seats[i]);
  for (int i = 0; i < SEATS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
