// A reference count: whoever takes the last reference frees. Right, in every mode.
// expect: pass
// traces: 2 (the order of the two decrements)
// also: --races=interleave
// expect: pass
// also: --races=ignore
// expect: pass
// traces: 2
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static void *user(void *arg) {
  struct object *object = arg;
  volatile int sink = object->value;
  (void)sink;
  if (atomic_fetch_sub(&object->references, 1) == 1)
    free(object);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct object *object = malloc(sizeof *object);
  atomic_init(&object->references, 2);
  object->value = 5;
  pthread_create(&thread, NULL, user, object);
  user(object);
  pthread_join(thread, NULL);
  return 0;
}
