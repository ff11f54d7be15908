// A loop that looks at a semaphore until it has been posted.
// expect: pass
// traces: 1 (the loop ends after the post)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *watcher(void *arg) {
  int value = 0;
  do
    sem_getvalue(&semaphore, &value);
  while (value == 0);
  assert(value == 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, watcher, NULL);
  sem_post(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
