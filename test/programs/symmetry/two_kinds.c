// Two producers post, two consumers take: each pair is symmetric in itself.
// expect: pass
// traces: 6 (before the first consumer one of the posts, the other, or both; two orders of consumers)
// algorithms: sleep dpor source optimal
//
// also: --symmetry
// expect: pass
// traces: 2 (before the first consumer there are one or two posts)
// algorithms: sleep dpor source optimal
#include <pthread.h>
#include <semaphore.h>

static sem_t items;

static void *producer(void *unused) {
  sem_post(&items);
  return unused;
}

static void *consumer(void *unused) {
  sem_wait(&items);
  return unused;
}

int main(void) {
  pthread_t threads[4];
  sem_init(&items, 0, 0);
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i % 2 ? consumer : producer, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}
