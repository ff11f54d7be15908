// A loop that looks at a flag under a mutex. Where the thread comes round, before it reads the
// flag, it holds the mutex: it would release it, so the thread that waits for the mutex is in no
// deadlock.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *set(void *unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&flag, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  for (;;) {
    pthread_mutex_lock(&mutex);
    if (atomic_load(&flag))
      break;
    pthread_mutex_unlock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
