// The queue lock of Craig, Landin and Hagersten: each waits for the one before it.
// expect: pass
// traces: 6 (3! orders of the exchanges)
// also:
// cflags: -O2
// expect: pass
// traces: 6
// also:
// cflags: -DAWAIT
// expect: pass
// traces: 6
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
struct node {
  atomic_bool busy;
};
static struct node nodes[N + 1];
static _Atomic(struct node *) tail = &nodes[N];
static int inside;
static void *thread(void *arg) {
  struct node *me = &nodes[(uintptr_t)arg];
  atomic_store(&me->busy, 1);
  struct node *before = atomic_exchange(&tail, me);
  SPIN_WHILE(atomic_load(&before->busy));
  assert(++inside == 1);
  inside--;
  atomic_store(&me->busy, 0);
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (uintptr_t i = 0; i < N; i++)
    pthread_create(&t[i], NULL, thread, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
}
