/* An object that is freed by whoever gives up the last reference to it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef GIVING_UP
#define GIVING_UP memory_order_acq_rel
#endif

struct object {
  atomic_int references;
  int used[2];
};

static void give_up(struct object *object) {
  if (atomic_fetch_sub_explicit(&object->references, 1, GIVING_UP) == 1) {
    assert(object->used[0] + object->used[1] == 2);
    free(object);
  }
}

static void *user(void *arg) {
  struct object *object = arg;
  object->used[1] = 1;
  give_up(object);
  return NULL;
}

int main(void) {
  struct object *object = calloc(1, sizeof *object);
  pthread_t other;
  atomic_init(&object->references, 2);
  pthread_create(&other, NULL, user, object);
  object->used[0] = 1;
  give_up(object);
  pthread_join(other, NULL);
  return 0;
}
