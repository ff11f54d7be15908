// Two of three critical sections come to the same in both orders, but the third tells which of them
// it came between.
// expect: fail assertion
// at: BUG
// options: --context-sensitive --races=ignore
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x, between;

static void *adder(void *arg) {
  pthread_mutex_lock(&mutex);
  x += (int)(intptr_t)arg;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *reader(void *arg) {
  pthread_mutex_lock(&mutex);
  between = x == 2;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, adder, (void *)1);
  pthread_create(&threads[1], NULL, adder, (void *)2);
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(!between); /* BUG */
  return 0;
}
