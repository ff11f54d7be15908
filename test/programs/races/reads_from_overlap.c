// Memory that is only read, in three sizes that overlap, once in an atomic block.
// expect: pass
// traces: 1 (nothing is stored)
// options: --context-sensitive --observers
// algorithms: optimal
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "ravel.h"

static uint32_t word;

static void *reader(void *arg) {
  ravel_atomic {
    __atomic_load_n((uint8_t *)&word + 2, __ATOMIC_SEQ_CST);
  }
  __atomic_load_n(&word, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  __atomic_load_n((uint16_t *)&word, __ATOMIC_SEQ_CST);
  pthread_join(thread, NULL);
  return 0;
}
