/* Functions whose variables are read in ways that are easy to miss. Each prints what it computes:
 * it must not depend on what is dead. The same text is C and C++. */
#ifdef __cplusplus
#include <atomic>
#define ATOMIC(type) std::atomic<type>
#define LOAD(a) (a).load()
#define STORE(a, x) (a).store(x)
#define CAS(a, e, x) (a).compare_exchange_strong(e, x)
#define FETCH_ADD(a, x) (a).fetch_add(x)
#else
#include <stdatomic.h>
#define ATOMIC(type) _Atomic(type)
#define LOAD(a) atomic_load(&(a))
#define STORE(a, x) atomic_store(&(a), x)
#define CAS(a, e, x) atomic_compare_exchange_strong(&(a), &(e), x)
#define FETCH_ADD(a, x) atomic_fetch_add(&(a), x)
#endif
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static ATOMIC(unsigned) word;
static ATOMIC(int *) published;
static int *kept;

/* What is called through these is not known. */
static unsigned poll(void) {
  return LOAD(word);
}
static unsigned (*volatile unknown_poll)(void) = poll;

static int seventh(int a, int b, int c, int d, int e, int f, int *p) {
  poll();
  return *p + a + b + c + d + e + f;
}
static int (*volatile unknown_seventh)(int, int, int, int, int, int, int *) = seventh;

NOINLINE static int pointer_on_stack(int n) {
  int x = n * 3;
  return unknown_seventh(1, 2, 3, 4, 5, 6, &x);
}

NOINLINE static int known_pointer_on_stack(int n) {
  int x = n * 3;
  return seventh(1, 2, 3, 4, 5, 6, &x);
}

NOINLINE static int local_atomic(int n) {
  int x = n;
  ATOMIC(int *) p;
  STORE(p, &x);
  int *q = LOAD(p);
  poll();
  return *q + 1;
}

struct holder {
  int *p, n;
};

NOINLINE static int through(struct holder *h) {
  poll();
  return *h->p + h->n;
}

NOINLINE static int through_holder(int n) {
  int x = n + 7;
  struct holder h = {&x, 2};
  return through(&h);
}

NOINLINE static void point(int **to, int *p) {
  *to = p;
  poll();
}

NOINLINE static int pointed(int n) {
  int x = n, y = 2, *p = &y;
  point(&p, &x);
  unknown_poll();
  *p = 5;
  poll();
  return x * 10 + y;
}

struct two {
  int *a, *b;
};
static struct two global_two;

NOINLINE static int both(void) {
  poll();
  return *global_two.a * 3 + *global_two.b;
}
static int (*volatile unknown_both)(void) = both;

NOINLINE static int by_vector(int n) {
  int x = n, y = n + 1;
  struct two t = {&x, &y};
  global_two = t;
  poll();
  return unknown_both();
}

NOINLINE static unsigned conditional(unsigned a, unsigned b) {
  unsigned v = a * 5, w = b ^ 3;
  for (int i = 0; i < 3; i++) {
    unsigned r = poll();
    v = (r + i) % 3 ? v : w;
    w = r > b ? w + 1 : w;
  }
  return v + w;
}

NOINLINE static unsigned parts(unsigned a) {
  union {
    unsigned whole;
    unsigned char bytes[4];
  } u;
  u.whole = a * 0x01010101u;
  poll();
  u.bytes[1] = (unsigned char)(poll() == 3);
  poll();
  u.bytes[2] = (unsigned char)a;
  poll();
  return u.whole;
}

NOINLINE static void keep(int *p) {
  kept = p;
}

NOINLINE static int use_kept(void) {
  poll();
  return *kept;
}

NOINLINE static int kept_by_callee(int n) {
  int x = n;
  keep(&x);
  poll();
  x += 2;
  poll();
  return use_kept();
}

NOINLINE static int kept_in_atomic(int n) {
  int x = n * 2;
  STORE(published, &x);
  poll();
  return *LOAD(published);
}

NOINLINE static int array(int n) {
  int a[8];
  for (int i = 0; i < 8; i++) {
    a[i] = n + i;
    poll();
  }
  int s = 0;
  for (int i = 0; i < 8; i++)
    s = s * 3 + a[(i * 5 + (int)poll()) & 7];
  return s;
}

NOINLINE static int one_of_two(int n) {
  int x = n, y = n + 100;
  int *p = poll() & 1 ? &x : &y;
  poll();
  *p = 5;
  poll();
  return x * 3 + y;
}

NOINLINE static int *same(int *p) {
  poll();
  return p;
}

NOINLINE static int returned_pointer(int n) {
  int x = n, *p = same(&x);
  poll();
  return *p;
}

NOINLINE static int expected(int n) {
  unsigned e = LOAD(word);
  int done = 0;
  for (int i = 0; i < 8; i++)
    done += CAS(word, e, e + (unsigned)n);
  poll();
  return done * 1000 + (int)e;
}

struct large {
  long words[6];
};

static long sum_large(struct large l, int n) {
  long s = n;
  for (int i = 0; i < 6; i++)
    s = s * 7 + l.words[i] + poll() * 0;
  return s;
}
static long (*volatile unknown_sum)(struct large, int) = sum_large;

NOINLINE static long large_argument(int n) {
  struct large l = {{n, 2, 3, 4, 5, 6}};
  poll();
  return unknown_sum(l, n) + sum_large(l, 1);
}

static int sum_variable(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + *va_arg(list, int *) + (int)poll() * 0;
  va_end(list);
  return s;
}
static int (*volatile unknown_variable)(int, ...) = sum_variable;

NOINLINE static int variable_arguments(int n) {
  int x = n, y = 2, z = 3;
  return unknown_variable(8, &x, &y, &z, &x, &y, &z, &x, &z) + sum_variable(2, &y, &x);
}

NOINLINE static int jumped(int n) {
  jmp_buf buffer;
  int x = n * 3;
  if (setjmp(buffer) == 0) {
    poll();
    longjmp(buffer, 1);
  }
  return x;
}

NOINLINE static int allocated(int n) {
  char *p = (char *)alloca((size_t)n + 3);
  memset(p, n, (size_t)n + 3);
  poll();
  return p[n / 2] + p[n];
}

/* What an update returns, and is read late, or by who called. */
NOINLINE static unsigned result(void) {
  return FETCH_ADD(word, 2);
}

NOINLINE static int late_result(int n) {
  unsigned old = FETCH_ADD(word, 4);
  FETCH_ADD(word, 1);
  n += (int)LOAD(word);
  return n + (int)(old & 0xff) + (int)result();
}

NOINLINE static int swapped(int n) {
  int x = n, y = 2 * n;
  for (int i = 0; i < 3; i++) {
    int t = x;
    poll();
    x = y;
    poll();
    y = t + i;
  }
  return x * 100 + y;
}

#ifdef __cplusplus
struct count {
  int *at;
  explicit count(int *p) : at(p) {
  }
  ~count() {
    poll();
    *at += 1;
  }
};

NOINLINE static int may_throw(int n) {
  if (n & 1)
    throw n;
  return n + (int)poll() * 0;
}

NOINLINE static int caught(int n) {
  int x = n * 2, destroyed = 0, y = 1;
  for (int i = 0; i < 4; i++) {
    try {
      count c(&destroyed);
      y = x + i;
      poll();
      x += may_throw(i);
      y = 3;
    } catch (int e) {
      poll();
      x += e + y;
    }
  }
  return x * 10 + destroyed;
}

NOINLINE static int captured(int n) {
  int x = n;
  auto f = [&x](int d) {
    poll();
    x += d;
    return x;
  };
  int s = f(1);
  poll();
  return s + f(2) + x;
}
#endif

#define SHOW(call)                                                                                 \
  STORE(word, 3);                                                                                  \
  printf(#call " %ld\n", (long)(call))

int main(void) {
  SHOW(pointer_on_stack(3));
  SHOW(known_pointer_on_stack(4));
  SHOW(local_atomic(5));
  SHOW(through_holder(6));
  SHOW(pointed(7));
  SHOW(by_vector(8));
  SHOW(conditional(9, 2));
  SHOW(parts(10));
  SHOW(kept_by_callee(11));
  SHOW(kept_in_atomic(12));
  SHOW(array(13));
  SHOW(one_of_two(14));
  SHOW(returned_pointer(15));
  SHOW(expected(16));
  SHOW(large_argument(17));
  SHOW(variable_arguments(18));
  SHOW(jumped(19));
  SHOW(allocated(20));
  SHOW(swapped(21));
  SHOW(late_result(25));
#ifdef __cplusplus
  SHOW(caught(22));
  SHOW(captured(23));
#endif
}
