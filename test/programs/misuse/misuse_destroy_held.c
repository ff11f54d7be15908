// A mutex is destroyed while a thread holds it that never gives it back: nothing but the
// destruction is wrong.
// expect: fail lock-misuse
// at: BUG
// message: destruction
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int held;

static void *holder(void *arg) {
  pthread_mutex_lock(&mutex);
  held = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, holder, NULL);
  ravel_await(held);
  pthread_mutex_destroy(&mutex); /* BUG */
  pthread_join(thread, NULL);
  return 0;
}
