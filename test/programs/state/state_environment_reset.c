// Every execution begins with the environment that the program was started with. Two threads that
// only look are not ordered.
// expect: pass
// traces: 2 (orders of the two updates)
// also: --context-sensitive
// algorithms: source optimal
// expect: pass
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
// also: --reset=memory
// cflags: -DFROM_START
// expect: pass
// traces: 2 (the same)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int shared;
static char string[] = "THIRD=3";

static void *look(void *arg) {
  assert(strcmp(getenv("FIRST"), "1") == 0);
  assert(atomic_fetch_add(&shared, 1) >= 0);
  assert(getenv("SECOND") == NULL);
  return arg;
}

int main(void) {
#ifdef FROM_START
  l64a(1); /* not known: it keeps Ravel from returning to states on the way */
#endif
  assert(getenv("PATH") && !getenv("FIRST") && !getenv("SECOND") && !getenv("THIRD"));
  setenv("FIRST", "1", 0);
  setenv("FIRST", "2", 0);
  setenv("SECOND", "2", 0);
  unsetenv("SECOND");
  pthread_t a, b;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  putenv(string);
  string[6] = '4';
  assert(strcmp(getenv("THIRD"), "4") == 0);
  assert(setenv("", "x", 1) == -1 && setenv("A=B", "x", 1) == -1);
  clearenv();
  assert(!getenv("PATH") && !getenv("FIRST"));
  setenv("FIRST", "5", 1);
#ifndef FROM_START /* where it is a variable of the program, it is put back anyhow */
  assert(strcmp(environ[0], "FIRST=5") == 0 && !environ[1]);
  environ[0] = NULL;
  assert(!getenv("FIRST"));
#endif
  return 0;
}
