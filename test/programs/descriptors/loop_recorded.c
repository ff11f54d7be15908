// A thread that spins after a call that left errno alone is in the same state after every turn, in
// a recording too.
// options: --races=interleave
// expect: fail deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static atomic_int *awaited;

static void *spins(void *unused) {
  const char byte = 'a';
  const ssize_t written = write(ends[1], &byte, 1);
  while (atomic_load(awaited) != written + 1)
    ;
  return unused;
}

int main(void) {
  atomic_int never = 0;
  const char byte = 'b';
  pthread_t thread;
  awaited = &never;
  if (pipe(ends))
    return 1;
  pthread_create(&thread, NULL, spins, NULL);
  const ssize_t written = write(ends[1], &byte, 1);
  pthread_join(thread, NULL);
  return written != 1;
}
