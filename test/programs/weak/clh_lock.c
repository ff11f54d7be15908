// The queue lock of Craig, Landin and Hagersten: each thread spins on the node of the one before
// it. With -DWEAK a thread does not acquire what the one before it did.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
// also: --memory=tso
// algorithms: optimal
// expect: pass
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef WEAK
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif

struct node {
  atomic_int locked;
};

static struct node nodes[3]; // the last one is the lock's own at first
static struct node *_Atomic tail = &nodes[2];
static int counter;

static void *add(void *pointer) {
  struct node *const mine = pointer;
  atomic_store_explicit(&mine->locked, 1, memory_order_relaxed);
  struct node *const before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  while (atomic_load_explicit(&before->locked, ACQUIRE))
    ;
  counter++;
  atomic_store_explicit(&mine->locked, 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, &nodes[0]);
  pthread_create(&b, NULL, add, &nodes[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter != 2;
}
