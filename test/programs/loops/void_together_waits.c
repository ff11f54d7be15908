// One thread takes something, and gives it back where there is too little; another one tries to
// give more. It waits while it finds what the first one has taken: that this is given back again
// lets it go on, so it is no deadlock.
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint units;

__attribute__((noinline)) static int give(unsigned *seen) {
  unsigned expected = *seen;
  const int done = atomic_compare_exchange_strong(&units, &expected, (*seen + 1) & 7);
  *seen = expected & 7;
  return done;
}

static void *gives(void *arg) {
  unsigned seen = atomic_load(&units) & 7;
  while (!give(&seen))
    ;
  return arg;
}

__attribute__((noinline)) static int take(void) {
  const unsigned found = atomic_fetch_sub(&units, 1) & 7;
  if (found > 0 && found <= 3)
    return 1;
  atomic_fetch_add(&units, 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, gives, NULL);
  while (!take())
    ;
  pthread_join(thread, NULL);
  return 0;
}
