// Loads whose value nobody uses and stores that nobody reads race all the same.
// compiler: gcc (clang keeps them at -O0 alone)
// given: source (only sources that Ravel compiles itself get the flags for that)
// algorithms: optimal
// expect: fail data-race
// also:
// compiler: gcc
// given: source
// algorithms: optimal
// args: overwritten
// expect: fail data-race
// also:
// compiler: gcc
// given: source
// algorithms: optimal
// args: result
// expect: fail data-race
// also:
// compiler: gcc
// given: source
// algorithms: optimal
// args: store
// expect: fail data-race
#include <pthread.h>
#include <string.h>

static int x, never_read;
static const char *how = "";

static int get(void) {
  return x;
}

static void *use(void *arg) {
  if (!strcmp(how, "")) {
    int unused = x;
    (void)unused;
  } else if (!strcmp(how, "overwritten")) {
    int value = x;
    value = 5;
    arg = value == 5 ? arg : NULL;
  } else if (!strcmp(how, "result")) {
    get();
  } else {
    never_read = 1;
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc > 1)
    how = argv[1];
  pthread_create(&thread, NULL, use, NULL);
  x = 1;
  never_read = 2;
  pthread_join(thread, NULL);
  return x - 1;
}
