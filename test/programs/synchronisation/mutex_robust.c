// A robust mutex whose holder ends: the next one to lock it is told, repairs the data and goes on.
// expect: pass
// traces: 6 (3! orders of lock operations; one of them is that of the thread that ends with it)
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int value, told;

static void *careless(void *arg) {
  int result = pthread_mutex_lock(&mutex);
  assert(result == 0);
  value = -1;
  return arg;
}

static void *careful(void *arg) {
  int result = pthread_mutex_lock(&mutex);
  if (result == EOWNERDEAD) {
    assert(value == -1);
    told++;
    value = 0;
    assert(pthread_mutex_consistent(&mutex) == 0);
    result = 0;
  }
  assert(result == 0 && value == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return arg;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &robust);
  pthread_t a, b, c;
  pthread_create(&a, NULL, careless, NULL);
  pthread_create(&b, NULL, careful, NULL);
  pthread_create(&c, NULL, careful, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  int left = pthread_mutex_lock(&mutex);
  assert(left == (told ? 0 : EOWNERDEAD) && told <= 1);
  pthread_mutex_consistent(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
