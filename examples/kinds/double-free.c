// A heap block is freed a second time. The report says where it was allocated and who
// freed it first.
//
// What to do:
// Take the pointer and clear it in one step (atomic_exchange with NULL, or both under
// one lock), so that one thread alone gets it. Or let one owner free it after all
// others have been joined.
//
// expect: fail double-free
// at: here
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic message;

static void *discard(void *unused) {
  void *mine = atomic_load(&message);
  atomic_store(&message, NULL); /* both may have loaded it by now */
  free(mine);                   /* here */
  return unused;
}

int main(void) {
  pthread_t a, b;
  atomic_store(&message, malloc(16));
  pthread_create(&a, NULL, discard, NULL);
  pthread_create(&b, NULL, discard, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
