// Two loops, of which the second one reads what others wrote in the first: the barrier between them
// is needed.
// expect: pass
// traces: 1 (nothing but barriers)
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DNOWAIT=nowait
// compiler: gcc (clang calls another library)
// expect: fail data-race
// also:
// cflags: -fopenmp -DNOWAIT=nowait -DBARRIER
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 1 (the same)
#include <assert.h>

#ifndef NOWAIT
#define NOWAIT
#endif
#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))

enum { N = 4 };
static int a[N], b[N];

int main(void) {
#pragma omp parallel
  {
    PRAGMA(omp for NOWAIT)
    for (int i = 0; i < N; i++)
      a[i] = i;
#ifdef BARRIER
#pragma omp barrier
#endif
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
  }
  for (int i = 0; i < N; i++)
    assert(b[i] == N - 1 - i);
  return 0;
}
