// Whether a thread only goes round a loop can turn out when an algorithm tries what it would do in
// another order: that is as good as when it turns out in an execution.
// expect: pass
// traces: 2 (the post, and the loop that waits for it; or it has failed before, which errno tells)
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "ravel.h"

static sem_t semaphore;
static atomic_int go, x;

static void *poster(void *unused) {
  ravel_await(go);
  sem_post(&semaphore);
  return unused;
}

static void *poller(void *unused) {
  ravel_await(go);
  (void)x;
  x = 1;
  while (sem_trywait(&semaphore))
    ;
  return unused;
}

int main(void) {
  pthread_t posting, polling;
  sem_init(&semaphore, 0, 0);
  pthread_create(&posting, NULL, poster, NULL);
  pthread_create(&polling, NULL, poller, NULL);
  go = 1;
  pthread_join(posting, NULL);
  pthread_join(polling, NULL);
  return 0;
}
