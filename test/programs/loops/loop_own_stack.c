// The queue lock of Mellor-Crummey and Scott with its nodes on the stacks of the threads: a thread
// waits in memory that nobody else has touched yet.
// expect: pass
// bounded: 0
// also:
// cflags: -O0
// expect: pass
// also:
// cflags: -O2
// expect: pass
// also: --races=interleave
// expect: pass
// also:
// cflags: -DTHREAD_LOCAL
// expect: pass
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 6 (who is first, times three: it unlocks before the other one comes, is linked, or after that)
// also: --algorithm=graph --reset=fork
// algorithms: optimal
// expect: pass
// traces: 6 (as above)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
  struct node *_Atomic next;
  atomic_bool locked;
};

static struct node *_Atomic tail;
static int counter;
#ifdef THREAD_LOCAL
static _Thread_local struct node own;
#endif

static void lock(struct node *node) {
  atomic_store(&node->next, NULL);
  atomic_store(&node->locked, true);
  struct node *before = atomic_exchange(&tail, node);
  if (!before)
    return;
  atomic_store(&before->next, node);
  while (atomic_load(&node->locked))
    ;
}

static void unlock(struct node *node) {
  struct node *expected = node;
  if (!atomic_load(&node->next)) {
    if (atomic_compare_exchange_strong(&tail, &expected, NULL))
      return;
    while (!atomic_load(&node->next))
      ;
  }
  atomic_store(&atomic_load(&node->next)->locked, false);
}

static void *thread(void *arg) {
#ifndef THREAD_LOCAL
  struct node own;
#endif
  lock(&own);
  counter++;
  unlock(&own);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}
