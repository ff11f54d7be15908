// SV-COMP's assume_abort_if_not() is an assumption, not an abort.
// options: --nondet=0..9
// expect: pass
// bounded: 8
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}

int main(void) {
  int value = __VERIFIER_nondet_int();
  assume_abort_if_not(value >= 3 && value < 5);
  assert(value == 3 || value == 4);
  return 0;
}
