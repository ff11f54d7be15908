// Plain memory that is copied as a whole, or freed, is executed as under sc; what is not is weak.
// options: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0
// expect: pass
// traces: 2 (the other thread comes too early, or finds it)
// not_covered: as volatile, by a library, or freed
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DPOINTER
// expect: fail crash
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DPOINTER
// expect: pass
// traces: 2 (the same)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  long a, b;
};

static struct pair from = {1, 2}, to;
static struct pair *shared = &to;
static int ready;

static void *make(void *unused) {
#ifdef POINTER
  struct pair *made = malloc(sizeof *made);
  shared = NULL;
  memcpy(made, &from, sizeof from);
  shared = made;
#else
  memcpy(&to, &from, sizeof to);
#endif
  ready = 1;
  return unused;
}

static void *use(void *unused) {
  if (!ready)
    return unused;
  assert(shared->b == 2);
#ifdef POINTER
  free(shared);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, make, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
