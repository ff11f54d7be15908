// A loop that counts its turns up to two, and after it one that tries to lock: that the count looks
// dead while the loop goes round does not make it so.
// options: --order=youngest
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned long ready;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *unused) {
  (void)unused;
  unsigned long turns = 0;
  while (!ready)
    if (turns < 2)
      turns++;
  while (pthread_mutex_trylock(&mutex))
    continue;
  return (void *)turns;
}

int main(void) {
  pthread_t thread;
  void *turns;
  pthread_create(&thread, NULL, waits, NULL);
  ready = 1;
  pthread_join(thread, &turns);
  assert((unsigned long)turns != 2);
  return 0;
}
