// A normal mutex locked again by its holder, in the schedules where a flag is seen.
// expect: fail lock-misuse
// at: BUG
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *locker(void *arg) {
  pthread_mutex_lock(&mutex);
  if (atomic_load(&flag))
    pthread_mutex_lock(&mutex); /* BUG */
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, locker, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
