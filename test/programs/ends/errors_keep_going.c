// Five errors of different kinds, each once.
// options: --keep-going
// expect: fail double-free
// errors: 5
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int turn;

static void *bad(void *arg) {
  volatile char *block = malloc(8);
  switch (*(int *)arg) {
  case 0:
    block[8] = 1;
    break;
  case 1:
    free((void *)block);
    block[0] = 1;
    break;
  case 2:
    free((void *)block);
    free((void *)block);
    break;
  case 3:
    pthread_mutex_unlock(&mutex);
    break;
  default:
    assert(atomic_fetch_add(&turn, 1) == 0);
    break;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[6];
  int numbers[6];
  for (int i = 0; i < 6; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, bad, &numbers[i]);
  }
  for (int i = 0; i < 6; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
