// A thread fails while another waits for a mutex that nobody will unlock: the failure ends the
// program, so to wait is no error.
// options: --keep-going
// expect: fail assertion
// errors: 1
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, locks, NULL);
  assert(0);
}
