// strcpy writes as many bytes as the string has, and its end: a reader of the last one races.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char name[16];
static const char *source = "ravel";
char seen;

static void *writer(void *arg) {
  strcpy(name, source); /* RACE */
  return arg;
}

static void *reader(void *arg) {
  seen = name[5]; /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
