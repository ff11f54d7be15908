// A thread that is cancelled while it waits on a condition variable or for a semaphore ends; in the
// first case it holds the mutex again when its cleanup handlers run.
// expect: pass
// also:
// args: semaphore
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static bool cleaned_up;

static void unlock(void *arg) {
  cleaned_up = true;
  pthread_mutex_unlock(arg);
}

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  for (;;)
    pthread_cond_wait(&cond, &mutex);
  pthread_cleanup_pop(1);
  return arg;
}

static void *take(void *arg) {
  sem_wait(&semaphore);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  void *result;
  (void)argv;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, argc > 1 ? take : wait, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  assert(cleaned_up == (argc == 1));
  assert(pthread_mutex_trylock(&mutex) == 0);
  return 0;
}
