// Three threads store atomically to one variable. What is left there is read, but not by an event:
// plainly by main after the joins, alone or within a struct, by realloc, or by a handler at exit.
// Every thread can be the last.
// expect: fail assertion
// options: --keep-going --observers
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=0
// also: --keep-going --observers --context-sensitive --races=ignore
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=0
// also: --keep-going --observers --races=interleave
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=0
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=1
// also: --keep-going --observers --reset=fork
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=1
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=2
// also: --keep-going --observers --context-sensitive
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=2
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct shared {
  atomic_int x;
  int other;
};
static struct shared *shared;

static void *store(void *value) {
  shared->x = (int)(intptr_t)value;
  return NULL;
}

static void look(int x) {
  assert(x != 1);
  assert(x != 2);
  assert(x != 3);
}

static void handler(void) {
  look(shared->x);
}

static void finish(int how) {
  int part[2];
  switch (how) {
  case 0:
    look(*(int *)&shared->x);
    break;
  case 1:
    memcpy(part, shared, sizeof part);
    look(part[0]);
    break;
  case 3:
    shared = realloc(shared, 64);
    look(shared->x);
    break;
  }
}

int main(void) {
  pthread_t thread[3];
  shared = calloc(1, sizeof *shared);
  if (HOW == 2)
    atexit(handler);
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, store, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  finish(HOW);
  return 0;
}
