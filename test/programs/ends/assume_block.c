// A block whose assumption fails is not made: nobody sees what it wrote before.
// expect: pass
// also: --keep-going
// expect: pass
// also: --keep-going
// args: outside
// expect: fail assertion
// at: BUG
// errors: 1
// also: --races=interleave --keep-going
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "ravel.h"

static atomic_int x;
static int plain;
static char text[40];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *block(void *arg) {
  ravel_atomic {
    x = 1;
    x++;
    plain = 7;
    memset(text, 'x', sizeof text);
    pthread_mutex_lock(&mutex);
    ravel_assume(arg == NULL);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

static void *write(void *arg) {
  x = 1;
  ravel_assume(arg == NULL);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, argc > 1 ? write : block, argv);
  ravel_atomic {
    assert(x == 0); /* BUG */
    assert(plain == 0);
    assert(text[39] == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
  return 0;
}
