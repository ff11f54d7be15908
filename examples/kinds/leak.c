// A heap block is left at the end of an execution, and no pointer leads to it. It is
// looked for with --leaks only. The place is that of the allocation.
//
// What to do:
// Find out in the interleaving where the last pointer to the block was overwritten. Free
// what was there before, or publish with a compare-and-swap, and let the thread whose
// compare-and-swap fails free its own block.
//
// expect: fail leak
// at: here
// options: --leaks
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic cache;

static void *use_cache(void *unused) {
  if (!atomic_load(&cache)) {
    void *fresh = malloc(64);    /* here */
    atomic_store(&cache, fresh); /* somebody else's may be there by now */
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use_cache, NULL);
  pthread_create(&b, NULL, use_cache, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
