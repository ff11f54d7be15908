// A semaphore protects what a thread polls. Where nobody ever sets it, that is a deadlock.
// expect: pass
// also:
// args: never
// expect: fail deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int ready;

static void *poller(void *unused) {
  for (int seen = 0; !seen;) {
    sem_wait(&semaphore);
    seen = ready;
    sem_post(&semaphore);
  }
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  sem_init(&semaphore, 0, 1);
  pthread_create(&thread, NULL, poller, NULL);
  sem_wait(&semaphore);
  ready = argc == 1;
  sem_post(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
