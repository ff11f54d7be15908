// A recursion that is endless only if it starts before its limit is set.
// expect: fail crash
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint limit = 1000u * 1000 * 1000;
unsigned result;

static unsigned deep(unsigned left) {
  volatile char frame[512];
  frame[left % sizeof frame] = 1;
  return left == 0 ? 0 : deep(left - 1) + (unsigned char)frame[left % sizeof frame];
}

static void *setter(void *arg) {
  atomic_store(&limit, 10);
  return arg;
}

static void *recurse(void *arg) {
  result = deep(atomic_load(&limit));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, setter, NULL);
  pthread_create(&b, NULL, recurse, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
