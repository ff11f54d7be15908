// Loops that are not known to wait end long before the longest execution, with a word on what to
// do.
// algorithms: optimal source sleep dpor
// expect: fail nontermination
// at: LOOP
// message: gone round a loop [0-9]+ times .* ravel_await
// also:
// cflags: -DLOCK
// expect: fail nontermination
// message: steps in a row, .* ravel_await
// algorithms: optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int is_done(void) {
  pthread_mutex_lock(&mutex);
  int is = done;
  pthread_mutex_unlock(&mutex);
  return is;
}

static void *waits(void *arg) {
  unsigned long turns = 0;
#ifdef LOCK
  while (!is_done())
    turns++;
#else
  while (!atomic_load(&x)) /* LOOP */
    turns++;
#endif
  return turns ? arg : NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
  atomic_store(&x, 1);
  pthread_join(thread, NULL);
}
