// Any of the threads may be the one that does it, and the others find it done.
// expect: pass
// traces: 3 (who is first; that others come later is nothing that anybody could tell)
// also:
// args: 2
// expect: fail assertion
// at: FIRST
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 3 };
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local intptr_t me;
static intptr_t objection = -1;
static int times;

static void initialise(void) {
  assert(me != objection); /* FIRST */
  times++;
}

static void *use(void *arg) {
  me = (intptr_t)arg;
  pthread_once(&once, initialise);
  assert(times == 1);
  pthread_once(&once, initialise);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t threads[N];
  if (argc > 1)
    objection = atoi(argv[1]);
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, use, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
