// Two threads wait for each other and count their rounds: no state comes again, but no thread comes
// to another place either. That is told long before --max-steps.
// algorithms: optimal
// expect: incomplete long-execution
// stopped_by: --max-steps
// message: for 6[0-9]+ steps no thread has come to another place; .* ravel_await
// steps: 131073 (as many before them, and the one that is not made)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;
static atomic_ulong rounds[2];

static void *first(void *unused) {
  while (!a)
    rounds[0]++;
  b = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  while (!b)
    rounds[1]++;
  a = 1;
  pthread_join(thread, NULL);
  return 0;
}
