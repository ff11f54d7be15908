// What regerror, confstr and getloadavg write through their arguments races with reads of it.
// expect: fail data-race
// also:
// args: 2
// expect: fail data-race
// also:
// args: 2 3
// expect: fail data-race
#define _GNU_SOURCE
#include <pthread.h>
#include <regex.h>
#include <stdlib.h>
#include <unistd.h>

static union {
  char text[64];
  double load[3];
} shared;
static int which;

static void *write_it(void *arg) {
  regex_t empty = {0};
  if (which == 1)
    regerror(REG_NOMATCH, &empty, shared.text, sizeof shared.text);
  else if (which == 2)
    confstr(_CS_PATH, shared.text, sizeof shared.text);
  else
    getloadavg(shared.load, 3);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a;
  (void)argv;
  which = argc;
  pthread_create(&a, NULL, write_it, NULL);
  volatile char first = shared.text[0];
  (void)first;
  pthread_join(a, NULL);
  return 0;
}
