// Three threads store atomically to one variable. What is left there is read, but not by an event:
// plainly by main after the joins, alone or within a struct, or by a handler at exit. Every thread
// can be the last.
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
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct {
  atomic_int x;
  int other;
} shared;

static void *store(void *value) {
  shared.x = (int)(intptr_t)value;
  return NULL;
}

static void look(int x) {
  assert(x != 1);
  assert(x != 2);
  assert(x != 3);
}

static void handler(void) {
  look(shared.x);
}

static void finish(int how) {
  int part[2];
  if (how == 0)
    look(*(int *)&shared.x);
  memcpy(part, &shared, sizeof part);
  if (how == 1)
    look(part[0]);
}

int main(void) {
  pthread_t thread[3];
  if (HOW == 2)
    atexit(handler);
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, store, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  if (HOW != 2)
    finish(HOW);
  return 0;
}
