// A loop counts its turns in thread-specific data, up to three. From then on it sets what is there
// already, and waits.
// options: --keep-going
// expect: fail assertion
// errors: 4
// also: --keep-going
// args: right
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int x;

static void *store(void *arg) {
  x = 1;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_key_t key;
  (void)argv;
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, store, NULL);
  while (!x) {
    intptr_t turns = (intptr_t)pthread_getspecific(key);
    pthread_setspecific(key, (void *)(turns < 3 ? turns + 1 : turns));
  }
  pthread_join(thread, NULL);
  if (argc > 1)
    return 0;
  switch ((intptr_t)pthread_getspecific(key)) {
  case 0:
    assert(!"no turn");
  case 1:
    assert(!"one turn");
  case 2:
    assert(!"two turns");
  default:
    assert(!"three turns or more");
  }
}
