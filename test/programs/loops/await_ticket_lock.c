// A ticket lock whose waiting is a condition: nobody spins and no execution is cut.
// expect: pass
// traces: 6 (3! orders of the tickets)
// bounded: 0
// also: --algorithm=graph
// algorithms: optimal
// expect: pass
// traces: 6
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int next_ticket, serving;
static int inside;

static void *thread(void *arg) {
  int ticket = atomic_fetch_add(&next_ticket, 1);
  ravel_await(atomic_load(&serving) == ticket);
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&serving, ticket + 1);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&serving) == 3);
  return 0;
}
