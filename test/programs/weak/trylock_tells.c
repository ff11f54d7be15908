// A trylock that fails between a lock and the unlock right after it tells another thread so: that
// is explored also where a third thread waits for the mutex.
// expect: pass
// traces: 17 (as brute force has it: naive explores them all)
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 17 (the same)
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

static void *pass(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *try(void *unused) {
  if (pthread_mutex_trylock(&mutex) == 0)
    pthread_mutex_unlock(&mutex);
  else
    atomic_store(&told, 1);
  return unused;
}

int main(void) {
  void *(*const functions[])(void *) = {look, enter, pass, try};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, functions[i], NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
