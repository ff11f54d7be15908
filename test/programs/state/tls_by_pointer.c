// A thread-local variable reached from another thread through a pointer is still its owner's.
// expect: pass
// traces: 1 (creation and join order everything)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int value = 1;

static void *writer(void *arg) {
  int *of_main = arg;
  assert(of_main != &value);
  assert(value == 1 && *of_main == 2);
  *of_main = 3;
  value = 4;
  return NULL;
}

int main(void) {
  pthread_t thread;
  value = 2;
  pthread_create(&thread, NULL, writer, &value);
  pthread_join(thread, NULL);
  assert(value == 3);
  return 0;
}
