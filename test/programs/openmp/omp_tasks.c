// Tasks that a team takes from a queue. Their parents wait for them; two that are nobody's parents
// are not ordered.
// expect: pass
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DGROUP
// compiler: gcc (clang calls another library)
// expect: pass
// also:
// cflags: -fopenmp -DCOMMON -DN=4
// compiler: gcc (clang calls another library)
// expect: fail data-race
#include <assert.h>

#ifndef N
#define N 3
#endif

int common;

static int fibonacci(int n) {
  int a, b;
  if (n < 2)
    return n;
#ifdef GROUP
#pragma omp taskgroup
  {
#endif
#pragma omp task shared(a)
    a = fibonacci(n - 1);
#pragma omp task shared(b)
    b = fibonacci(n - 2);
#ifdef GROUP
  }
#else
#pragma omp taskwait
#endif
#ifdef COMMON
  common++;
#endif
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fibonacci(N);
  assert(result == N - 1);
  return 0;
}
