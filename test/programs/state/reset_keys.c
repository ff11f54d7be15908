// A key is the same in every execution, however often the program begins again. A function that is
// not known to be harmless (l64a) keeps Ravel from returning to states on the way.
// options: --reset=memory
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_uint seen, x;

static void *user(void *arg) {
  x = 1;
  x = 2;
  return arg;
}

int main(void) {
  pthread_t first, second;
  assert(pthread_key_create(&key, NULL) == 0);
  seen = key;
  assert(seen == key);
  l64a(1);
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
