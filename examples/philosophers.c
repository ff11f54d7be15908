// Dining philosophers: each takes the fork on the left, then the one on the right. If all of them
// have the left one in hand, nobody ever eats. The report says who waits for what, held by whom:
//
//     ravel check examples/philosophers.c
//
// Try more of them with --cflags=-DPHILOSOPHERS=5. The usual repair: one philosopher takes the
// right fork first (--cflags=-DLEFT_HANDED).
//
// expect: fail deadlock
// also:
// cflags: -DLEFT_HANDED
// expect: pass
#include <pthread.h>
#include <stdint.h>

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 3
#endif

static pthread_mutex_t forks[PHILOSOPHERS];

static void eat(int left, int right) {
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
}

static void *philosopher(void *arg) {
  int left = (int)(intptr_t)arg;
  int right = (left + 1) % PHILOSOPHERS;
#ifdef LEFT_HANDED
  if (left == 0) {
    eat(right, left);
    return NULL;
  }
#endif
  eat(left, right);
  return NULL;
}

int main(void) {
  pthread_t threads[PHILOSOPHERS];
  for (int i = 0; i < PHILOSOPHERS; i++)
    pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < PHILOSOPHERS; i++)
    pthread_create(&threads[i], NULL, philosopher, (void *)(intptr_t)i);
  for (int i = 0; i < PHILOSOPHERS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
