// A volatile flag, written once and read twice.
// expect: pass
// traces: 3 (places of the write around two reads)
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int flag;

static void *writer(void *arg) {
  flag = 1;
  return arg;
}

static void *reader(void *arg) {
  int first = flag, second = flag;
  assert(first <= second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
