// A loop that reads its atomic through a global pointer, and nobody ever sets it.
// expect: fail deadlock
// at: WAITS
// message: 2 threads can never go on
// also:
// cflags: -O0
// expect: fail deadlock
// at: WAITS
// also:
// cflags: -O2 -DMEMBER
// expect: fail deadlock
// at: WAITS
// also: --races=interleave
// expect: fail deadlock
// at: WAITS
// also: --races=ignore
// cflags: -DMEMBER
// expect: fail deadlock
// at: WAITS
// also: --keep-going
// cflags: -DMEMBER
// expect: fail deadlock
// errors: 1
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static struct object {
  int stop;
  atomic_int flag;
} object;
static struct object *pointer = &object;
static atomic_int *flag = &object.flag;

static void *waits(void *arg) {
#ifdef MEMBER
  while (!pointer->flag && !pointer->stop) /* WAITS */
    ;
#else
  while (!*flag) /* WAITS */
    ;
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, pointer);
  pthread_join(thread, NULL);
}
