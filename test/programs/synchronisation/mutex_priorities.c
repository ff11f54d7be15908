// Priority protocols and ceilings are accepted and change nothing.
// expect: pass
// traces: 2 (either thread first)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t inherit, protect;
static int counter;

static void *count(void *arg) {
  pthread_mutex_lock(&inherit);
  pthread_mutex_lock(&protect);
  counter++;
  pthread_mutex_unlock(&protect);
  pthread_mutex_unlock(&inherit);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutex_init(&inherit, &attributes) == 0);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT) == 0);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutex_init(&protect, &attributes) == 0);
  int ceiling;
  assert(pthread_mutex_setprioceiling(&protect, 3, &ceiling) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  count(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
