// The second thread needs an argument that is not given: a pass is about one thread alone.
// expect: pass
// not_covered: only one thread
// traces: 1 (one thread)
// also:
// expect: pass
// not_covered: nothing
// args: two
#include <pthread.h>
#include <stddef.h>

static void *other(void *unused) {
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  if (argc > 1) {
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(thread, NULL);
  }
}
