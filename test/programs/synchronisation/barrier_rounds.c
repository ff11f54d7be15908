// A barrier is used again and again: a thread that is fast arrives for the next round while a slow
// one has not left the last, and nobody can tell.
// expect: pass
// traces: 32 (the barrier has 5 rounds, and in each one of 2 is the one)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { ROUNDS = 3 };
static pthread_barrier_t barrier;
static int at[2];

static void *work(void *arg) {
  int *mine = arg, *other = &at[1 - (mine - at)];
  for (int round = 1; round <= ROUNDS; round++) {
    *mine = round;
    pthread_barrier_wait(&barrier);
    assert(*other == round);
    if (round < ROUNDS)
      pthread_barrier_wait(&barrier);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, work, &at[0]);
  pthread_create(&b, NULL, work, &at[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
