// An error in the first execution, in which memory turns out to be shared that was thought private:
// it is reported at once, and its schedule can be replayed, though it lacks the steps that this
// memory takes afterwards.
// expect: fail assertion
// at: BUG
// options: --races=interleave --max-executions=5
// also: --races=interleave --max-executions=5 --keep-going
// expect: fail assertion
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Alignas(16) atomic_int go;
static _Alignas(16) int count;
static _Alignas(16) int seen;

static void *add(void *arg) {
  atomic_fetch_add(&go, 1);
  int before = count;
  count = before + 1;
  assert(before == 0); /* BUG */
  for (int i = 0; i < 3; i++)
    atomic_fetch_add(&go, 1);
  seen = count;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
