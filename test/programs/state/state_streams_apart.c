// Two threads, each with a file of its own that exists: what numbers they get nobody knows.
// expect: pass
// traces: 1 (nothing is shared)
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *read_own(void *arg) {
  FILE *file = fopen(arg, "r");
  assert(file);
  fgetc(file);
  fclose(file);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, read_own, "/etc/passwd");
  pthread_create(&b, NULL, read_own, "/etc/group");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
