// Store buffering with a full fence of x86 between the store and the load: mfence, an addition of
// nothing with the prefix lock, the builtin, and xchg, which locks without the prefix. Loads and
// stores are plain, or relaxed. sfence and lfence leave the store in the buffer.
// options: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=1
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=1
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=c11
// algorithms: optimal
// cflags: -O0 -DFENCE=1 -DRELAXED
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=2
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=2
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=c11
// algorithms: optimal
// cflags: -O0 -DFENCE=2 -DRELAXED
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=3
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=3
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=c11
// algorithms: optimal
// cflags: -O0 -DFENCE=3 -DRELAXED
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=4
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=pso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=4
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=c11
// algorithms: optimal
// cflags: -O0 -DFENCE=4 -DRELAXED
// expect: pass
// traces: 3 (each load may read 0, but not both)
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=5
// expect: fail assertion
// also: --memory=tso --races=interleave
// algorithms: optimal
// cflags: -O0 -DFENCE=6
// expect: fail assertion
// also: --memory=pso
// algorithms: optimal
// cflags: -O0 -DFENCE=5 -DRELAXED
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if FENCE == 1
#define fence() __asm__ volatile("mfence" ::: "memory")
#elif FENCE == 2
#define fence() __asm__ volatile("lock; addl $0, (%%rsp)" ::: "memory", "cc")
#elif FENCE == 3
#define fence() __builtin_ia32_mfence()
#elif FENCE == 4
static inline void fence(void) {
  int own = 0, value = 1;
  __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(own) : : "memory");
}
#elif FENCE == 5
#define fence() __asm__ volatile("sfence" ::: "memory")
#else
#define fence() __asm__ volatile("lfence" ::: "memory")
#endif

#ifdef RELAXED
static atomic_int x, y;
#define store(to, value) atomic_store_explicit(to, value, memory_order_relaxed)
#define load(from) atomic_load_explicit(from, memory_order_relaxed)
#else
static int x, y;
#define store(to, value) (*(to) = (value))
#define load(from) (*(from))
#endif

static int saw_x, saw_y;

static void *left(void *arg) {
  store(&x, 1);
  fence();
  saw_y = load(&y);
  return arg;
}

static void *right(void *arg) {
  store(&y, 1);
  fence();
  saw_x = load(&x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(saw_x || saw_y);
}
