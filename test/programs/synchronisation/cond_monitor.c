// A buffer for one item as a monitor with two condition variables: two producers, two consumers.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static bool full;
static intptr_t buffer, sum;

static void *produce(void *arg) {
  pthread_mutex_lock(&mutex);
  while (full)
    pthread_cond_wait(&emptied, &mutex);
  full = true;
  buffer = (intptr_t)arg;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *consume(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!full)
    pthread_cond_wait(&filled, &mutex);
  full = false;
  sum += buffer;
  pthread_cond_signal(&emptied);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i < 2 ? produce : consume, (void *)(i + 1));
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  assert(sum == 3 && !full);
  return 0;
}
