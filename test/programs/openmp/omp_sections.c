// Sections, a single block that tells the others, and work that follows it.
// expect: pass
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DALONE
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 4 (each of two sections goes to the one or to the other)
// also:
// cflags: -fopenmp -DNOWAIT=nowait
// compiler: gcc (clang calls another library)
// expect: fail data-race
// at: BUG
#include <assert.h>
#include <omp.h>

#ifndef NOWAIT
#define NOWAIT
#endif
#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))

int main(void) {
  int a = 0, b = 0, told = 0;
#ifdef ALONE
#pragma omp parallel sections
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 1;
  }
  told = 2;
#else
#pragma omp parallel reduction(+ : told)
  {
    int own = 0;
    PRAGMA(omp sections NOWAIT) {
#pragma omp section
      a = 1;
#pragma omp section
      b = 1;
    }
#pragma omp single copyprivate(own)
    own = a + b; /* BUG */
    told += own / 2;
  }
#endif
  assert(a == 1 && b == 1 && told == 2);
  return 0;
}
