// The first call that needs the time zone takes it from the environment: before or after another
// thread has changed that.
// expect: fail assertion
// at: AFTER
// also:
// args: other
// expect: fail assertion
// at: BEFORE
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int file, sees_change;

static void *change(void *arg) {
  setenv("TZ", "XYZ-5", 1);
  return arg;
}

static void *ask(void *arg) {
  const time_t then = 0;
  sees_change = localtime(&then)->tm_hour == 5;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, ask, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (argc == 1)
    assert(!sees_change); /* AFTER */
  else
    assert(sees_change); /* BEFORE */
  return file > 1000;
}
