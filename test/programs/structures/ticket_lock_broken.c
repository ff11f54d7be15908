// A ticket lock whose tickets are taken by a load and a store: two threads get the same one.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next_ticket, serving, inside;

static void *thread(void *arg) {
  int ticket = atomic_load(&next_ticket);
  atomic_store(&next_ticket, ticket + 1);
  ravel_assume(atomic_load(&serving) == ticket);
  assert(atomic_fetch_add(&inside, 1) == 0); /* BUG */
  atomic_fetch_sub(&inside, 1);
  atomic_store(&serving, ticket + 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
