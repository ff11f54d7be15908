// What a loop reads plainly while it waits races with a write, though it is ordered in the end.
// expect: fail data-race
// at: RACE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready, begun;
static int data;

static void *writer(void *arg) {
  atomic_store(&begun, 1);
  data = 1; /* RACE */
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  int last = 0;
  pthread_create(&thread, NULL, writer, NULL);
  while (!atomic_load(&ready))
    last = data; /* RACE */
  pthread_join(thread, NULL);
  return last - data > 0;
}
