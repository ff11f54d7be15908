// A thread tries a semaphore again and again while another one destroys it. Nobody waits in a call
// then, so to destroy it is right; the next try is wrong.
// expect: fail lock-misuse
// at: TRY
// message: destroyed
// options: --keep-going
// errors: 1
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;

static void *destroyer(void *arg) {
  sem_destroy(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, destroyer, NULL);
  while (sem_trywait(&semaphore)) /* TRY */
    ;
  return 0;
}
