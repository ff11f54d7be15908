// A pointer stays in a slot of the stack that the program does not read any more. A search for
// leaks finds it there: whether the block counts as lost depends on who came first.
// expect: fail leak
// errors: 1
// traces: 2 (the load and the store in both orders)
// options: --context-sensitive --leaks --keep-going
// cflags: -O0
// algorithms: source optimal
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int *_Atomic block;
static atomic_int loaded, stored;
static sem_t never;

static void *loads(void *unused) {
  int *pointer = atomic_load(&block);
  atomic_store(&loaded, pointer == pointer);
  sem_wait(&never);
  return unused;
}

static void *stores(void *unused) {
  atomic_store(&block, NULL);
  atomic_store(&stored, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&never, 0, 0);
  atomic_store(&block, malloc(sizeof(int)));
  pthread_create(&a, NULL, loads, NULL);
  pthread_create(&b, NULL, stores, NULL);
  pthread_detach(a);
  pthread_join(b, NULL);
  return 0;
}
