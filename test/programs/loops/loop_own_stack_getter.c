// A loop that reads two flags on its thread's own stack, by a function that is not inlined. That
// another thread sets them there is no difference in the state of the loop.
// expect: pass
// traces: 4 (the first flag is set before it is read first, or after; the same with the second)
#include <pthread.h>
#include <stdatomic.h>

struct flags {
  atomic_int first, second;
};

static void *sets(void *pointer) {
  struct flags *flags = pointer;
  atomic_store(&flags->first, 1);
  atomic_store(&flags->second, 1);
  return NULL;
}

__attribute__((noinline)) static int get(atomic_int *flag) {
  return atomic_load(flag);
}

int main(void) {
  struct flags flags = {0, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, sets, &flags);
  while (!get(&flags.first) || !get(&flags.second)) {
  }
  pthread_join(thread, NULL);
}
