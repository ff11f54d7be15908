// Threads that end with mutexes locked, which nobody wants any more: no error, but worth a warning.
// A robust mutex is made for that, and a mutex that a thread has when the program exits is none.
// expect: pass
// warnings: 2
// warning: a thread ends with a mutex locked, at .*mutex_thread_ends.c:16|created at .*mutex_thread_ends.c:40 ends
#include <pthread.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t last = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t robust;

static void *keep(void *arg) {
  pthread_mutex_lock(&inner);
  pthread_mutex_lock(&plain);
  pthread_mutex_unlock(&inner);
  return arg;
}

static void *keep_outer(void *arg) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  pthread_mutex_unlock(&inner);
  return arg;
}

static void *keep_robust(void *arg) {
  pthread_mutex_lock(&robust);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &attributes);
  pthread_create(&threads[0], 0, keep, 0);
  pthread_create(&threads[1], 0, keep_outer, 0);
  pthread_create(&threads[2], 0, keep_robust, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  pthread_mutex_lock(&last);
  return 0;
}
