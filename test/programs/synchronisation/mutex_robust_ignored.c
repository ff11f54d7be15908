// Who does not look at the result of locking a robust mutex finds the data half changed.
// expect: fail assertion
// at: HALF
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int left, right;

static void *careless(void *arg) {
  pthread_mutex_lock(&mutex);
  left++;
  if (left == 1)
    pthread_exit(arg);
  right++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &robust);
  pthread_t thread;
  pthread_create(&thread, NULL, careless, NULL);
  pthread_mutex_lock(&mutex);
  assert(left == right); /* HALF */
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
