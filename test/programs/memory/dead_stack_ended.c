// A thread returns the address of its own local variable, and main reads it when the thread has
// ended.
// expect: fail use-after-free
// at: BUG
// message: read of 4 bytes of a local variable of another thread, which has ended
#include <pthread.h>

static void *work(void *arg) {
  int local = arg != 0;
  int *volatile result = &local;
  return result;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, &result);
  return *(int *)result; /* BUG */
}
