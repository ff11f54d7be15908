// A block that does not fit Ravel's heap is said to be unsupported, and is not refused as if there
// were no memory; a size that no machine has is refused as libc does.
// expect: unsupported
// message: allocating 1099511627776 bytes is not supported
// at: LARGE
// args: malloc
// also: --keep-going
// expect: unsupported
// message: allocating 1099511627776 bytes is not supported
// args: realloc
// also: --keep-going
// expect: pass
// args: absurd
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  volatile size_t large = (size_t)1 << 40, absurd = SIZE_MAX - 4096;
  void *volatile block = NULL; /* volatile: compilers take it that malloc never fails */
  assert(argc == 2);
  if (strcmp(argv[1], "malloc") == 0)
    block = malloc(large); /* LARGE */
  else if (strcmp(argv[1], "realloc") == 0)
    block = realloc(malloc(1), large);
  else {
    assert(!(block = malloc(absurd)) && errno == ENOMEM);
    assert(!(block = calloc(absurd, 2)) && errno == ENOMEM);
    assert(!(block = realloc(block, absurd)));
    assert(!(block = aligned_alloc(64, absurd)));
    assert(posix_memalign((void **)&block, 64, absurd) == ENOMEM);
  }
  free(block);
  return 0;
}
