// Blocks that somebody has written before they are read: calloc, libc, the program itself, realloc,
// and a struct whose members are set one by one.
// expect: pass
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int a, b;
};

static void *work(void *arg) {
  struct pair *pair = arg, copy = *pair;
  return copy.a + copy.b == 3 ? arg : 0;
}

int main(void) {
  pthread_t thread;
  long *zero = calloc(2, sizeof *zero), number;
  char *text = malloc(32);
  strcpy(text, "12345678901");
  memcpy(&number, text, sizeof number);
  int *scanned = malloc(sizeof *scanned);
  sscanf("42", "%d", scanned);
  struct pair *pair = malloc(sizeof *pair);
  pair->a = 1;
  pair->b = 2;
  pthread_create(&thread, 0, work, pair);
  zero = realloc(zero, 4 * sizeof *zero);
  const int wrong = zero[0] != 0 || zero[1] != 0 || *scanned != 42 || number == 0;
  pthread_join(thread, 0);
  free(zero), free(text), free(scanned), free(pair);
  return wrong;
}
