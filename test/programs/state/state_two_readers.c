// Two threads read one byte each from a pipe, and there is only one. A thread that has waited for
// it may find that the other has taken it, where other threads run between the wait and the read.
// expect: fail deadlock
// also: --races=interleave
// expect: fail deadlock
// also: --races=interleave --order=youngest
// expect: fail deadlock
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *arg) {
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  assert(pipe(ends) == 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, reader, NULL);
  assert(write(ends[1], "1", 1) == 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
