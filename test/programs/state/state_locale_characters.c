// A thread sets the locale while another one asks for the length of characters: both orders.
// expect: fail assertion
// at: AFTER
// also:
// args: other
// expect: fail assertion
// at: BEFORE
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

static int file, sees_change;

static void *change(void *arg) {
  setlocale(LC_ALL, "C.UTF-8");
  return arg;
}

static void *ask(void *arg) {
  sees_change = MB_CUR_MAX > 1;
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
