// A thread that is created between a lock and the unlock right after it knows of the lock alone:
// that is explored also where another thread waits for the mutex.
// expect: pass
// traces: 5 (told is read as 0 in either order of the sections; as 1 with entered 1, or 0 and 1)
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 5 (the same)
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int told, entered;

static void *look(void *unused) {
  if (atomic_load(&told))
    (void)!atomic_load(&entered);
  return unused;
}

static void *enter(void *unused) {
  pthread_mutex_lock(&mutex);
  atomic_store(&entered, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *tell(void *unused) {
  atomic_store(&told, 1);
  return unused;
}

static void *create(void *unused) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, tell, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  void *(*const functions[])(void *) = {look, enter, create};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, functions[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
