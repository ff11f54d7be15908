#include "runtime/copy.h"

/* Four registers at a time; the last bytes overlap what comes before. */
#define DEFINE_COPY(attributes, name, type)                                                        \
  attributes static void name(char *to, const char *from, size_t size) {                           \
    enum { ONE = sizeof(type), FOUR = 4 * ONE };                                                   \
    const char *const last = from + size - ONE;                                                    \
    const char *const fours = from + (size & ~(size_t)(FOUR - 1));                                 \
    char *const last_to = to + size - ONE;                                                         \
    for (; from != fours; to += FOUR, from += FOUR) {                                              \
      const type *const four = (const type *)from;                                                 \
      const type a = four[0], b = four[1], c = four[2], d = four[3];                               \
      ((type *)to)[0] = a;                                                                         \
      ((type *)to)[1] = b;                                                                         \
      ((type *)to)[2] = c;                                                                         \
      ((type *)to)[3] = d;                                                                         \
    }                                                                                              \
    for (; from < last; to += ONE, from += ONE)                                                    \
      *(type *)to = *(const type *)from;                                                           \
    *(type *)last_to = *(const type *)last;                                                        \
  }

DEFINE_COPY(, copy_blocks, block)

void (*copy_many)(char *to, const char *from, size_t size) = copy_blocks;

#ifdef __x86_64__
typedef uint64_t wide __attribute__((vector_size(32), aligned(1), may_alias));

DEFINE_COPY(__attribute__((target("avx2"))), copy_wide, wide)

void copy_init(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2"))
    copy_many = copy_wide;
}
#else
void copy_init(void) {
}
#endif
