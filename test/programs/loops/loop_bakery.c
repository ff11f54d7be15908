// Lamport's bakery for two threads: loops over one variable and over two.
// expect: pass
// bounded: 0
// also:
// cflags: -O2
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int choosing[2], number[2];
static int inside;

static void *thread(void *arg) {
  int me = (int)(uintptr_t)arg, other = 1 - me;
  atomic_store(&choosing[me], 1);
  int mine = atomic_load(&number[other]) + 1;
  atomic_store(&number[me], mine);
  atomic_store(&choosing[me], 0);
  while (atomic_load(&choosing[other]))
    ;
  for (;;) {
    int theirs = atomic_load(&number[other]);
    if (theirs == 0 || theirs > mine || (theirs == mine && other > me))
      break;
  }
  assert(++inside == 1);
  inside--;
  atomic_store(&number[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
