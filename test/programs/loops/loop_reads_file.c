// A loop that reads a file until something else comes is no loop that waits, though all its turns
// look alike.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int unused_here;

static void *reads(void *unused) {
  FILE *file = tmpfile();
  assert(file);
  for (int i = 0; i < 200; i++)
    putc('a', file);
  putc('b', file);
  rewind(file);
  while (getc(file) == 'a')
    atomic_load(&unused_here);
  fclose(file);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reads, NULL);
  atomic_store(&unused_here, 0);
  pthread_join(thread, NULL);
  return 0;
}
