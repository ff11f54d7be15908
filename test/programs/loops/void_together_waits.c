// One thread takes something, and gives it back where there is too little. Another one waits for a
// while in which something is taken, and gives more then. When the first one has stopped, as it
// would do the same for ever, and the second one waits, this is no deadlock: what is taken next
// lets it go on.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int units, go;

static void *gives(void *arg) {
  int found;
  bool may;
  do {
    may = atomic_load(&go);
    while ((found = atomic_load(&units)) == 0)
      ;
  } while (!may);
  atomic_fetch_add(&units, 5);
  return arg;
}

__attribute__((noinline)) static int take(void) {
  const int found = atomic_fetch_sub(&units, 1);
  if (found > 0)
    return 1;
  atomic_fetch_add(&units, 1);
  return 0;
}

static void *takes(void *arg) {
  while (!take())
    ;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, gives, NULL);
  pthread_create(&b, NULL, takes, NULL);
  atomic_store(&go, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
