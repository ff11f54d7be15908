// Where one thread has failed, another one that goes round for ever is no further error: the
// failure ends the program.
// algorithms: optimal source
// options: --keep-going --max-steps=2000
// expect: fail assertion
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint rounds;

static void *goes_round(void *unused) {
  for (;;)
    rounds = (rounds + 1) % 4;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, goes_round, NULL);
  assert(rounds > 4);
  return 0;
}
