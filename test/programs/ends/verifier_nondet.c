// A value for each number of the domain, as far as the type has it.
// options: --nondet=-2..3 --expect-exit=any
// expect: pass
// traces: 48 (6 values of an int, 4 of an unsigned char, 2 of a bool)
// also: --nondet 7..7
// expect: fail assertion
// at: SEVEN
// also: --expect-exit=any
// expect: pass
// traces: 8 (0 and 1 for each)
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  int number = __VERIFIER_nondet_int();
  unsigned char small = __VERIFIER_nondet_uchar();
  bool flag = __VERIFIER_nondet_bool();
  assert(number >= -2 && number <= 3); /* SEVEN */
  assert(small <= 3);
  return flag;
}
