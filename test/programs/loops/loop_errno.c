// What a try leaves in errno is not there where the first one succeeds, though it is tried as if it
// failed.
// expect: pass
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

__attribute__((noinline)) static int take(void) {
  errno = 0;
  while (sem_trywait(&semaphore))
    ;
  return errno;
}

static void *taker(void *unused) {
  take();
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, taker, NULL);
  sem_post(&semaphore);
  pthread_join(thread, NULL);
  sem_post(&semaphore);
  assert(take() == 0);
  return 0;
}
