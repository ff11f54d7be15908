// A loop that tries two semaphores in turn waits for either.
// expect: pass
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphores[2];

static void *taker(void *unused) {
  while (sem_trywait(&semaphores[0]) && sem_trywait(&semaphores[1]))
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++)
    sem_init(&semaphores[i], 0, 0);
  pthread_create(&thread, NULL, taker, NULL);
  sem_post(&semaphores[1]);
  pthread_join(thread, NULL);
  return 0;
}
