// An object with a reference count. Who drops the last reference frees it; but the count is
// decreased in one step and looked at in another, so two threads can both find it to be 0.
//
//     ravel check examples/refcount.c
//     ravel check -DFIXED examples/refcount.c
//
// The fix: use what atomic_fetch_sub returns.
//
// expect: fail use-after-free
// at: look
// also:
// cflags: -DFIXED
// expect: pass
// traces: 2 (which thread drops the last reference)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
};

static void drop(struct object *object) {
#ifdef FIXED
  if (atomic_fetch_sub(&object->references, 1) == 1)
    free(object);
#else
  atomic_fetch_sub(&object->references, 1);
  if (atomic_load(&object->references) == 0) /* look */
    free(object);
#endif
}

static void *user(void *object) {
  drop(object);
  return NULL;
}

int main(void) {
  struct object *object = malloc(sizeof *object);
  pthread_t a, b;
  atomic_init(&object->references, 2);
  pthread_create(&a, NULL, user, object);
  pthread_create(&b, NULL, user, object);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
