// Every atomic operation on 8, 16, 32 and 64 bits gives what the standard says.
// expect: pass
// traces: 1 (one thread)
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHECK_WIDTH(type)                                                                          \
  do {                                                                                             \
    static _Atomic type x;                                                                         \
    const type top = (type) ~(type)0;                                                              \
    assert(atomic_load(&x) == 0);                                                                  \
    atomic_store(&x, 5);                                                                           \
    assert(atomic_exchange(&x, 7) == 5);                                                           \
    assert(atomic_fetch_add(&x, 3) == 7);                                                          \
    assert(atomic_fetch_sub(&x, 11) == 10);                                                        \
    assert(atomic_load(&x) == top); /* wraps around at its own width */                            \
    assert(atomic_fetch_and(&x, 0x3c) == top);                                                     \
    assert(atomic_fetch_or(&x, 0x03) == 0x3c);                                                     \
    assert(atomic_fetch_xor(&x, 0x0f) == 0x3f);                                                    \
    type expected = 1;                                                                             \
    assert(!atomic_compare_exchange_strong(&x, &expected, 2));                                     \
    assert(expected == 0x30);                                                                      \
    assert(atomic_compare_exchange_strong(&x, &expected, 2) && expected == 0x30);                  \
    expected = 1;                                                                                  \
    assert(!atomic_compare_exchange_weak(&x, &expected, 3) && expected == 2);                      \
    while (!atomic_compare_exchange_weak(&x, &expected, 6))                                        \
      ;                                                                                            \
    assert(x == 6);                                                                                \
    assert(__atomic_fetch_nand((type *)&x, (type)3, __ATOMIC_SEQ_CST) == 6);                       \
    assert(atomic_load(&x) == (type)~2);                                                           \
    assert(__atomic_add_fetch((type *)&x, (type)3, __ATOMIC_SEQ_CST) == 0);                        \
    assert(__atomic_nand_fetch((type *)&x, (type)0, __ATOMIC_SEQ_CST) == top);                     \
    x++;                                                                                           \
    assert(x == 0);                                                                                \
  } while (0)

int main(void) {
  CHECK_WIDTH(uint8_t);
  CHECK_WIDTH(uint16_t);
  CHECK_WIDTH(uint32_t);
  CHECK_WIDTH(uint64_t);

  static atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&flag));
  assert(atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set(&flag));

  static atomic_bool truth;
  assert(!atomic_exchange(&truth, true) && atomic_load(&truth));

  static int one, two;
  static int *_Atomic pointer = &one;
  int *expected = &one;
  assert(atomic_compare_exchange_strong(&pointer, &expected, &two));
  assert(atomic_exchange(&pointer, NULL) == &two && pointer == NULL);
  return 0;
}
