// catch (...) must not keep what a thread ends with.
// expect: fail abort
// message: does not rethrow
#include <pthread.h>

static void *worker(void *arg) {
  try {
    pthread_exit(arg);
  } catch (...) {
  }
  return arg;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, worker, nullptr);
  pthread_join(thread, nullptr);
  return 0;
}
