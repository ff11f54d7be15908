// Two threads append to a file, which is read in the end: who was first shows.
// expect: fail assertion
// at: BUG
// also: --reset=fork
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *file;

static void *one(void *arg) {
  fputc('1', file);
  return arg;
}

static void *two(void *arg) {
  fputc('2', file);
  return arg;
}

int main(void) {
  pthread_t a, b;
  file = fopen("log", "w");
  assert(file);
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  fclose(file);
  file = fopen("log", "r");
  const int first = fgetc(file);
  fclose(file);
  unlink("log");
  assert(first == '1'); /* BUG */
  return 0;
}
