// Three threads store to one variable. What is left there is read by code that is not instrumented:
// a function with no_sanitize, by the variable's name or through a pointer, or assembly. Every
// thread can be the last; stores are not taken for unread.
// options: --keep-going --observers
// expect: fail assertion
// errors: 3
// warning: no effect: what is stored may be read by peek
// algorithms: source optimal
// cflags: -DHOW=0
// also: --keep-going --observers --context-sensitive
// expect: fail assertion
// errors: 3
// warning: no effect: what is stored may be read by peek_at
// algorithms: source optimal
// cflags: -DHOW=1
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// warning: no effect: what is stored may be read by peek_at
// algorithms: source optimal
// cflags: -DHOW=1 -O2
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// warning: no effect: what is stored may be read by peek_copy
// algorithms: source optimal
// cflags: -DHOW=2 -O0
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// warning: no effect: what is stored may be read by peek
// algorithms: source optimal
// cflags: -DHOW=3
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// warning: no effect: what is stored may be read by peek
// algorithms: source optimal
// cflags: -DHOW=5
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#define UNSEEN __attribute__((noinline, no_sanitize("thread"))) static

#if HOW == 5
_Thread_local atomic_int own; /* of main */
static atomic_int *at;
#define x (*at)
#else
atomic_int x;
#endif

static void *store(void *value) {
  x = (int)(intptr_t)value;
  return NULL;
}

#if HOW == 0
UNSEEN int peek(void) {
  return *(volatile int *)&x;
}
#elif HOW == 1
UNSEEN int peek_at(const int *at, int times) {
  int sum = 0;
  while (times--)
    sum |= *at;
  return sum;
}

static int peek(void) {
  return peek_at((const int *)&x, 1);
}
#elif HOW == 2
UNSEEN void peek_copy(char *to, const char *from, int n) {
  while (n--)
    *to++ = *from++;
}

static int peek(void) {
  int copy;
  peek_copy((char *)&copy, (const char *)&x, sizeof copy);
  return copy;
}
#elif HOW == 3 /* a label without a size or a type */
__asm__(".text\npeek:\n\tmov x(%rip), %eax\n\tret\n.data\n.text\n");
int peek(void);
#elif HOW == 5
UNSEEN int peek(void) {
  return *(volatile int *)&own;
}
#else /* this one is instrumented */
static int peek(void) {
  return *(volatile int *)&x;
}
#endif

int main(void) {
  pthread_t thread[3];
#if HOW == 5
  at = &own;
#endif
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, store, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  const int last = peek();
  assert(last != 1);
  assert(last != 2);
  assert(last != 3);
  return 0;
}
