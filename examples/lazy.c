// An object made when it is first needed, with the well-known trick to avoid the lock: look at the
// pointer first, lock only if it is NULL, look again. It works on every machine you have, and is
// a data race all the same: the first look is not ordered with the store of the pointer, so a
// compiler or a processor may let you see the pointer before what it points at.
//
//     ravel check examples/lazy.c
//
// names both sides of the race. With -DATOMIC the pointer is an atomic and all is well.
//
// expect: fail data-race
// also:
// cflags: -DATOMIC
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef ATOMIC
#include <stdatomic.h>
#define SHARED(type) type _Atomic
#else
#define SHARED(type) type
#endif

struct settings {
  int width, height;
};

static struct settings the_settings;
static SHARED(struct settings *) settings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct settings *get_settings(void) {
  if (!settings) {
    pthread_mutex_lock(&lock);
    if (!settings) {
      the_settings = (struct settings){640, 480};
      settings = &the_settings;
    }
    pthread_mutex_unlock(&lock);
  }
  return settings;
}

static void *window(void *unused) {
  struct settings *mine = get_settings();
  assert(mine->width == 640 && mine->height == 480);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, window, NULL);
  pthread_create(&b, NULL, window, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
