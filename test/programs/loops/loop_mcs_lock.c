// The queue lock of Mellor-Crummey and Scott: each waits at a place of its own.
// expect: pass
// traces: 66 (counted by trying all interleavings of the same steps with waiting instead of loops)
// also:
// cflags: -O2
// expect: pass
// traces: 66
// also:
// cflags: -DAWAIT
// expect: pass
// traces: 66
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
  _Atomic(struct node *) next;
  atomic_int locked;
};
static _Atomic(struct node *) tail;
static struct node nodes[N];
static int inside;
static void *thread(void *arg) {
  struct node *me = &nodes[(uintptr_t)arg];
  struct node *before = atomic_exchange(&tail, me);
  if (before) {
    atomic_store(&me->locked, 1);
    atomic_store(&before->next, me);
    SPIN_WHILE(atomic_load(&me->locked));
  }
  assert(++inside == 1);
  inside--;
  struct node *mine = me;
  if (!atomic_load(&me->next)) {
    if (atomic_compare_exchange_strong(&tail, &mine, NULL))
      return NULL;
    SPIN_WHILE(!atomic_load(&me->next));
  }
  atomic_store(&atomic_load(&me->next)->locked, 0);
  return NULL;
}
int main(void) {
  pthread_t t[N];
  for (uintptr_t i = 0; i < N; i++)
    pthread_create(&t[i], NULL, thread, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
}
