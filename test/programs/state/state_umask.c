// The file creation mask belongs to all threads: one sets it and sets it back, and another may do
// its own in between.
// expect: fail assertion
// at: BUG
// also: --context-sensitive
// algorithms: source optimal
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>

static void *open_for_all(void *arg) {
  mode_t before = umask(0);
  umask(before);
  return arg;
}

int main(void) {
  pthread_t a, b;
  umask(022);
  pthread_create(&a, NULL, open_for_all, NULL);
  pthread_create(&b, NULL, open_for_all, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(umask(0) == 022); /* BUG */
  return 0;
}
