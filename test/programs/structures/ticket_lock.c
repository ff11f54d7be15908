// A ticket lock. Executions in which somebody would have to spin are cut.
// expect: pass
// traces: 2 (orders of the tickets)
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next_ticket, serving;
static int inside;

static void *thread(void *arg) {
  int ticket = atomic_fetch_add(&next_ticket, 1);
  ravel_assume(atomic_load(&serving) == ticket);
  inside++;
  assert(inside == 1);
  inside--;
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
