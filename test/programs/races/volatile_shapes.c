// Volatile data against plain accesses of other shapes: a member of a structure against a copy of
// the whole, a bit-field, memcpy, a byte of a word. Volatile against volatile is no race.
// expect: pass
// traces: 2 (the volatile store before or after the volatile load)
// also:
// args: copy
// expect: fail data-race
// also:
// args: bits
// expect: fail data-race
// also:
// args: memcpy
// expect: fail data-race
// also:
// args: byte
// expect: fail data-race
// also:
// args: own
// expect: fail data-race
#include <pthread.h>
#include <string.h>

struct shared {
  long before;
  int word;
  unsigned low : 3, high : 5;
};

struct shared shared, copy;
static volatile int sink;
static volatile int *of_main;

static void *store(void *arg) {
  ((volatile struct shared *)&shared)->word = 1;
  ((volatile struct shared *)&shared)->low = 1;
  return arg;
}

static void *store_in_main(void *arg) {
  *(int *)of_main = 1;
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  volatile int own = 0;
  const char *how = argc > 1 ? argv[1] : "";
  of_main = &own;
  pthread_create(&thread, NULL, strcmp(how, "own") ? store : store_in_main, NULL);
  if (!strcmp(how, "copy"))
    copy = shared;
  else if (!strcmp(how, "bits"))
    sink = shared.high;
  else if (!strcmp(how, "memcpy"))
    memcpy(&copy, &shared, sizeof copy);
  else if (!strcmp(how, "byte"))
    sink = ((const char *)&shared.word)[1];
  else if (!strcmp(how, "own"))
    sink = own;
  else
    sink = ((volatile struct shared *)&shared)->word;
  pthread_join(thread, NULL);
  return 0;
}
