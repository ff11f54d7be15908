// rand gives the same numbers in every execution, or the replay of this program would diverge.
// expect: pass
// traces: 40 (20 orders of six draws from one state, 2 of the updates of last)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int slots[64], last;

static void *thread(void *arg) {
  atomic_int *half = &slots[32 * (uintptr_t)arg];
  for (int i = 0; i < 3; i++)
    atomic_store(&half[rand() % 32], i);
  assert(atomic_fetch_add(&last, 1) >= 0);
  return NULL;
}

int main(void) {
  srand(1);
  int first = rand();
  srand(1);
  assert(rand() == first);
  pthread_t a, b;
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
