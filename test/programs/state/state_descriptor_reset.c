// What the program leaves open is closed before the next execution: numbers begin anew.
// expect: pass
// traces: 2 (orders of the two updates)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
// also: --reset=fork
// expect: pass
// traces: 2 (the same)
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

atomic_int shared;

static void *update(void *arg) {
  atomic_store(&shared, 1);
  return arg;
}

int main(void) {
  int ends[2];
  assert(open("/dev/null", O_RDONLY) == 3);
  assert(pipe(ends) == 0 && ends[0] == 4 && ends[1] == 5);
  assert(dup(3) == 6 && fileno(fopen("/dev/null", "r")) == 7);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  atomic_store(&shared, 1);
  pthread_join(a, NULL);
  assert(open("/dev/null", O_RDONLY) == 8);
  return 0;
}
