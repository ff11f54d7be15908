// A sum over a loop, with a reduction or with what it takes to forget it.
// expect: pass
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DSHARED
// compiler: gcc (clang calls another library)
// expect: fail data-race
// also:
// cflags: -fopenmp -DTHREADS=num_threads(3)
// compiler: gcc (clang calls another library)
// expect: pass
#include <assert.h>

#ifndef THREADS
#define THREADS
#endif
#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))

int main(void) {
  int sum = 0;
#ifdef SHARED
#pragma omp parallel for
#else
  PRAGMA(omp parallel for reduction(+ : sum) THREADS)
#endif
  for (int i = 0; i < 10; i++)
    sum += i;
  assert(sum == 45);
  return 0;
}
