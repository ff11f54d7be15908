// A ticket lock that spins, and the same with a condition instead of the loop.
// expect: pass
// traces: 6 (3! orders of the tickets: to go round the loop is no event)
// interleavings: 72 (as many as with the condition)
// also: --races=ignore
// cflags: -O2
// expect: pass
// traces: 6
// also:
// cflags: -DAWAIT
// expect: pass
// traces: 6
// interleavings: 72
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 3
#endif
static atomic_int next_ticket, serving;
static int inside;

static void *thread(void *arg) {
  int ticket = atomic_fetch_add(&next_ticket, 1);
#ifdef AWAIT
  ravel_await(atomic_load(&serving) == ticket);
#else
  while (atomic_load(&serving) != ticket)
    ;
#endif
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&serving, ticket + 1);
  return arg;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
