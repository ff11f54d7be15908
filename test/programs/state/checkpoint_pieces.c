// Whatever a state on the way consists of is as it was when the search returns to it: variables,
// stacks, the heap, random numbers, thread-specific data. What was read before is read again.
// options: --reset=memory
// expect: pass
// also: --reset=memory --races=interleave
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int turns;
static _Atomic uintptr_t published;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int shared;

static void *work(void *arg) {
  volatile int local = 0;
  uintptr_t last = 0;
  for (int i = 0; i < 2; i++) {
    int *const block = malloc(sizeof *block);
    *block = i;
    assert((uintptr_t)pthread_getspecific(key) == (uintptr_t)i);
    pthread_setspecific(key, (void *)(uintptr_t)(i + 1));
    turns++;
    assert(local == i && *block == i);
    local++;
    assert((uintptr_t)block != last);
    last = (uintptr_t)block;
    published = last + (uintptr_t)rand() % 2;
    pthread_mutex_lock(&mutex);
    shared++;
    pthread_mutex_unlock(&mutex);
    assert(published != 0);
    free(block);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_key_create(&key, NULL);
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(shared == 4 && turns == 4);
  return 0;
}
