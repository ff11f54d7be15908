// Two threads get characters from one stream, and one puts its own back.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static int got;

static void *get(void *arg) {
  got = fgetc(file);
  return arg;
}

static void *get_and_put_back(void *arg) {
  const int c = fgetc(file);
  ungetc(c, file);
  return arg;
}

int main(void) {
  pthread_t a, b;
  file = tmpfile();
  fputs("12", file);
  rewind(file);
  pthread_create(&a, NULL, get, NULL);
  pthread_create(&b, NULL, get_and_put_back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(got == '1'); /* BUG */
  fclose(file);
  return 0;
}
