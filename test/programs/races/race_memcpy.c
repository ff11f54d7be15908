// memcpy reads all of its source: it races with a store to one byte of it.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stddef.h>
#include <string.h>

char text[64] = "the quick brown fox";
char copy[64];
static size_t length = sizeof text;

static void *copier(void *arg) {
  memcpy(copy, text, length); /* RACE */
  return arg;
}

static void *writer(void *arg) {
  text[40] = 'x'; /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, copier, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
