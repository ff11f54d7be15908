// A stateful search ends once in every final state.
// options: --stateful --algorithm=naive
// algorithms: naive
// expect: pass
// not_covered: with --stateful: data races
// interleavings: 3 (the last of the three values; without --stateful 3! interleavings)
// also: --stateful
// algorithms: sleep
// expect: pass
// not_covered: with --stateful: data races
// traces: 3 (the same)
// also: --stateful --algorithm=static
// algorithms: source
// expect: pass
// not_covered: with --stateful: data races
// traces: 3 (the same)
// also: --stateful --algorithm=dpor
// algorithms: source
// expect: pass
// not_covered: with --stateful: data races
// traces: 3 (the same)
// also: --stateful --algorithm=dpor --no-sleep-sets
// algorithms: source
// expect: pass
// not_covered: with --stateful: data races
// traces: 3 (the same)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x;

static void *writer(void *value) {
  atomic_store(&x, (int)(intptr_t)value);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, writer, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
