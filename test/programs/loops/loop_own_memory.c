// With --races=interleave a thread can wait in plain memory that nobody else has touched yet.
// options: --races=interleave
// cflags: -O0
// expect: pass
// traces: 1 (the loop ends after both writes)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int data;

static void *reader(void *arg) {
  int *flag = arg;
  while (!*flag)
    ;
  assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *flag = calloc(1, sizeof *flag);
  pthread_create(&thread, NULL, reader, flag);
  data = 1;
  *flag = 1;
  pthread_join(thread, NULL);
  free(flag);
}
