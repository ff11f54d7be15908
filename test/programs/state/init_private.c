// Each thread makes and destroys objects of its own, on its stack and on the heap: nothing that
// others could tell. What the stack has left from the round before is no lock that is held.
// expect: pass
// traces: 1 (the threads share nothing)
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { ROUNDS = 2 };

static void use(pthread_mutex_t *mutex, int last) {
  pthread_cond_t cond;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spin;
  pthread_barrier_t barrier;
  sem_t semaphore;
  pthread_mutex_init(mutex, NULL);
  pthread_cond_init(&cond, NULL);
  pthread_rwlock_init(&rwlock, NULL);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&barrier, NULL, 1);
  sem_init(&semaphore, 0, 1);
  pthread_mutex_lock(mutex);
  pthread_rwlock_rdlock(&rwlock);
  pthread_spin_lock(&spin);
  pthread_barrier_wait(&barrier);
  sem_wait(&semaphore);
  if (last) {
    pthread_spin_unlock(&spin);
    pthread_rwlock_unlock(&rwlock);
    pthread_mutex_unlock(mutex);
    pthread_cond_destroy(&cond);
    pthread_mutex_destroy(mutex);
  }
}

static void on_stack(int last) {
  pthread_mutex_t mutex;
  use(&mutex, last);
}

static void *user(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    on_stack(i + 1 == ROUNDS);
    use(mutex, 1);
    free(mutex);
  }
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  user(NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
