// The locale, the working directory and the time zone that an execution sets are as they were in
// the next one, in the same process.
// expect: pass
// traces: 2 (orders of the two updates)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

atomic_int shared; /* not static: clang would take it away */

static void *update(void *arg) {
  atomic_store(&shared, 1);
  return arg;
}

static int hour(void) {
  struct tm broken;
  const time_t zero = 0;
  localtime_r(&zero, &broken);
  return broken.tm_hour;
}

int main(void) {
  char path[4096];
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  assert(getcwd(path, sizeof path) && strcmp(path, "/") != 0);
  assert(hour() != 7);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  atomic_store(&shared, 1);
  pthread_join(a, NULL);
  assert(setlocale(LC_ALL, "C.UTF-8"));
  assert(chdir("/") == 0);
  setenv("TZ", "AAA-7", 1);
  tzset();
  assert(hour() == 7);
  return 0;
}
