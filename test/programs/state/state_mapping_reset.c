// Memory that an execution maps is at the same address in the next one, and fresh.
// expect: pass
// traces: 2 (orders of the two updates)
// also: --reset=memory
// expect: pass
// traces: 2 (the same)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { PAGE = 4096, PROTECTION = PROT_READ | PROT_WRITE, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS };

atomic_int shared; /* not static: clang would take it away */
static char *_Atomic where;

static void *update(void *arg) {
  where = (char *)mmap(NULL, PAGE, PROTECTION, FLAGS, -1, 0);
  assert(where != MAP_FAILED && *where == 0);
  *where = 1;
  return arg;
}

int main(void) {
  char *const two = mmap(NULL, 2 * PAGE, PROTECTION, FLAGS, -1, 0);
  assert(two != MAP_FAILED && two[0] == 0 && two[PAGE] == 0);
  two[0] = two[PAGE] = 1;
  assert(munmap(two + PAGE, PAGE) == 0);
  char *const moved = mremap(two, PAGE, 8 * PAGE, MREMAP_MAYMOVE);
  assert(moved != MAP_FAILED && moved[0] == 1 && moved[7 * PAGE] == 0);
  assert(mprotect(moved, PAGE, PROT_READ) == 0);
  assert(madvise(moved + PAGE, PAGE, MADV_DONTNEED) == 0);
  pthread_t a;
  pthread_create(&a, NULL, update, NULL);
  atomic_store(&shared, where != NULL);
  pthread_join(a, NULL);
  return 0;
}
