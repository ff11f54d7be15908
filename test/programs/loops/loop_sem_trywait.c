// A semaphore as a mutex, which three threads get by trying until they have it.
// expect: pass
// compiler: gcc (clang tries once before the loop: one more place, and one more event)
// traces: 36 (3! orders; errno tells whether a thread has failed: the second while the first had it,
// the third while either had it, or not at all: 2 * 3)
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>

enum { N = 3 };
static sem_t semaphore;
static int counter;

static void *thread(void *arg) {
  while (sem_trywait(&semaphore) != 0)
    sched_yield();
  counter++;
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  sem_init(&semaphore, 0, 1);
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return counter != N;
}
