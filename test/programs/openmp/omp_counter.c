// A counter that a team increases: without anything a race, and right in four ways.
// expect: fail data-race
// at: BUG
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DHOW=critical
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 2 (who comes first)
// also:
// cflags: -fopenmp -DHOW=critical(name)
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 2 (the same)
// also:
// cflags: -fopenmp -DHOW=atomic
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 1 (additions commute)
// also:
// cflags: -fopenmp -DHOW=single
// compiler: gcc (clang calls another library)
// expect: fail assertion
#include <assert.h>
#include <omp.h>

#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(omp x))

int main(void) {
  int n = 0;
#pragma omp parallel
  {
#ifdef HOW
    PRAGMA(HOW)
#endif
    n++; /* BUG */
  }
  assert(n == 2 && omp_get_num_threads() == 1 && omp_get_max_threads() == 2);
  return 0;
}
