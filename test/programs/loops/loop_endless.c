// Loops that are not known to wait end long before the longest execution, with a word on what to
// do: one that counts its turns in a variable of its own, in memory, in an atomic, or under a lock.
// That is no error of the program, as such a loop may end: by the other thread, or, where nobody
// can end it (-DNOBODY), by what it counts.
// algorithms: optimal source sleep dpor
// expect: incomplete long-execution
// stopped_by: --max-steps
// at: LOOP
// message: gone round a loop [0-9]+ times.* ravel_await
// also:
// cflags: -DIN_MEMORY
// expect: incomplete long-execution
// stopped_by: --max-steps
// at: LOOP
// message: gone round a loop 3907 times, .* ravel_await
// algorithms: optimal source
// also:
// cflags: -DATOMIC
// expect: incomplete long-execution
// stopped_by: --max-steps
// message: gone round a loop 3907 times, .* ravel_await
// algorithms: optimal source
// also:
// cflags: -DLOCK
// expect: incomplete long-execution
// stopped_by: --max-steps
// message: gone round a loop 3907 times, .* ravel_await
// algorithms: optimal
// also:
// cflags: -DNOBODY
// expect: incomplete long-execution
// stopped_by: --max-steps
// at: LOOP
// message: gone round a loop 3907 times while nothing that it reads has changed
// algorithms: optimal
// also:
// cflags: -DATOMIC -DNOBODY
// expect: incomplete long-execution
// stopped_by: --max-steps
// message: 125001 steps in a row
// algorithms: optimal
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int x; /* not static: clang must not know that nobody stores to it */
static atomic_ulong counter;
static unsigned long rounds;
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
  (void)is_done;
#ifdef LOCK
  while (!is_done())
    turns++;
#elif defined ATOMIC
  while (!atomic_load(&x))
    atomic_fetch_add(&counter, 1);
#elif defined IN_MEMORY
  while (!atomic_load(&x)) /* LOOP */
    rounds++;              /* LOOP */
#else
  while (!atomic_load(&x)) /* LOOP */
    turns++;
#endif
  return turns + rounds + counter ? arg : NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
#ifndef NOBODY
  atomic_store(&x, 1);
#endif
  pthread_join(thread, NULL);
}
