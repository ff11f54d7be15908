// Two threads append to a log, which nobody reads.
// expect: pass
// traces: 1 (nothing is read back)
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *file;

static void *tell(void *arg) {
  fputs(arg, file);
  fprintf(file, "%d", 1);
  fputc('x', file);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  file = fopen("log", "w");
  assert(file);
  unlink("log");
  pthread_create(&a, NULL, tell, "a");
  pthread_create(&b, NULL, tell, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  fclose(file);
  return 0;
}
