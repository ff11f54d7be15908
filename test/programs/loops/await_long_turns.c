// Two threads that take turns, one of them waiting on two words: what an await costs does not grow
// with the length of the execution.
// expect: pass
// traces: 1 (no thread can go on but the one whose turn it is)
// algorithms: dpor source optimal
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>

enum { TURNS = 6000 };

static atomic_int asked, answered;

static void *ask(void *unused) {
  for (int i = 1; i <= TURNS; i++) {
    atomic_store(&asked, i);
    ravel_await(atomic_load(&answered) == i);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, ask, NULL);
  for (int i = 1; i <= TURNS; i++) {
    ravel_await(atomic_load(&asked) == i || atomic_load(&answered) == i);
    atomic_store(&answered, i);
  }
  pthread_join(other, NULL);
}
