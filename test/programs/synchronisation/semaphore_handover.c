// A semaphore hands data over: what comes before a post is seen after the wait it allows.
// expect: pass
// traces: 1 (the wait can only come after the post)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t full;
static int item;

static void *produce(void *arg) {
  item = 1;
  sem_post(&full);
  return arg;
}

static void *consume(void *arg) {
  sem_wait(&full);
  assert(item == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&full, 0, 0);
  pthread_create(&a, NULL, consume, NULL);
  pthread_create(&b, NULL, produce, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&full);
  return 0;
}
