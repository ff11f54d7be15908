// The reference count is read again after it was given up: another thread may have freed it.
// expect: fail use-after-free
// at: BUG
// also: --keep-going
// expect: fail use-after-free
// at: BUG
// also: --races=ignore
// expect: fail double-free
// at: FREE
// also: --races=interleave
// compiler: gcc (which of the two errors comes first is the compiler's choice)
// expect: fail double-free
// at: FREE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
};

static void *user(void *arg) {
  struct object *object = arg;
  atomic_fetch_sub(&object->references, 1);
  if (atomic_load(&object->references) == 0) /* BUG */
    free(object);                            /* FREE */
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct object *object = malloc(sizeof *object);
  atomic_init(&object->references, 2);
  pthread_create(&thread, NULL, user, object);
  user(object);
  pthread_join(thread, NULL);
  return 0;
}
