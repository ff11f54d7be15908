// _exit runs nothing.
// expect: pass
// traces: 1 (one thread)
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static void wrong(void) {
  assert(0);
}

__attribute__((destructor)) static void wrong_too(void) {
  assert(0);
}

int main(void) {
  atexit(wrong);
  at_quick_exit(wrong);
  _exit(0);
}
