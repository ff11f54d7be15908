// What an execution creates is gone when the next one begins, and nothing is left in the end.
// expect: pass
// traces: 2 (orders of the two stores)
// also: --reset=fork
// expect: pass
// traces: 2 (the same)
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

atomic_int shared;

static void *store(void *arg) {
  atomic_store(&shared, 1);
  return arg;
}

int main(void) {
  char name[] = "sXXXXXX";
  assert(mkdir("directory", 0700) == 0);
  assert(open("directory/file", O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0);
  assert(access("stream", F_OK) != 0 && access("other", F_OK) != 0);
  FILE *file = fopen("stream", "w");
  assert(file && fputs("x", file) >= 0);
  assert(rename("stream", "other") == 0);
  assert(mkstemp(name) >= 0);
  pthread_t a;
  pthread_create(&a, NULL, store, NULL);
  atomic_store(&shared, 2);
  pthread_join(a, NULL);
  return 0;
}
