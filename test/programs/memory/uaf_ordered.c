// The use comes after the free by happens-before: no data race, and wrong all the same.
// expect: fail use-after-free
// at: BUG
#include <pthread.h>
#include <stdlib.h>

static int *block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int freed;

static void *owner(void *arg) {
  pthread_mutex_lock(&mutex);
  free(block);
  freed = 1;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  block = calloc(1, sizeof *block);
  pthread_create(&thread, NULL, owner, NULL);
  pthread_mutex_lock(&mutex);
  if (freed)
    *block = 1; /* BUG */
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
