// A sequence lock: the writer makes the number odd, writes, and makes it even again; a reader reads
// and starts over if the number has changed. This reader forgets that a number which is odd and
// stays so is a writer at work: it may see half of what is written.
//
//     ravel check examples/seqlock.c
//     ravel check -DFIXED examples/seqlock.c
//
// The fix: do not begin to read while the number is odd.
//
// expect: fail assertion
// at: torn
// also:
// cflags: -DFIXED
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int x, y; // always the same, outside of the writer

static void *writer(void *unused) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  atomic_fetch_add(&sequence, 1);
  return unused;
}

static void *reader(void *unused) {
  unsigned before;
  int a, b;
  do {
    before = atomic_load(&sequence);
#ifdef FIXED
    while (before % 2)
      before = atomic_load(&sequence);
#endif
    a = atomic_load(&x);
    b = atomic_load(&y);
  } while (atomic_load(&sequence) != before);
  assert(a == b); /* torn */
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
