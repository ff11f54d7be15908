// A sense-reversing barrier that spins.
// expect: pass
// traces: 1296 (3! orders of arrival at each of four barriers)
// algorithms: dpor source optimal
// also:
// cflags: -O2 -DROUNDS=1
// expect: pass
// traces: 36
// also:
// cflags: -DAWAIT -DROUNDS=1
// expect: pass
// traces: 36
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#ifdef AWAIT
#include <ravel.h>
#define SPIN_WHILE(c) ravel_await(!(c))
#else
#define SPIN_WHILE(c)                                                                              \
  while (c)                                                                                        \
  continue
#endif
#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
static atomic_int left = N, sense;
static int done[N];
static void barrier(int *mine) {
  *mine = !*mine;
  if (atomic_fetch_sub(&left, 1) == 1) {
    atomic_store(&left, N);
    atomic_store(&sense, *mine);
  } else
    SPIN_WHILE(atomic_load(&sense) != *mine);
}
static void *thread(void *arg) {
  uintptr_t me = (uintptr_t)arg;
  int mine = 0;
  for (int r = 1; r <= ROUNDS; r++) {
    done[me] = r;
    barrier(&mine);
    for (int i = 0; i < N; i++)
      assert(done[i] == r);
    barrier(&mine);
  }
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (uintptr_t i = 0; i < N; i++)
    pthread_create(&t[i], NULL, thread, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
}
