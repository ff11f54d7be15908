// An access before or behind a heap block. The report says which block, how far away,
// and where it was allocated. What is beside a variable or on the stack is not checked.
//
// What to do:
// Often a size was tested in one step and used in another, as here. Take the index
// first and then test it, or do both under one lock.
//
// expect: fail out-of-bounds
// at: here
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ROOM = 1 };
static int *queue;
static atomic_int n;

static void *producer(void *unused) {
  if (atomic_load(&n) < ROOM)
    queue[atomic_fetch_add(&n, 1)] = 7; /* here */
  return unused;
}

int main(void) {
  pthread_t a, b;
  queue = calloc(ROOM, sizeof *queue);
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, producer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(queue);
  return 0;
}
