// A loop of tasks, and tasks that are waited for at the end of the region.
// expect: pass
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DHOW=grainsize(3)
// compiler: gcc (clang calls another library)
// expect: pass
// also:
// cflags: -fopenmp -DHOW=nogroup -DEARLY
// compiler: gcc (clang calls another library)
// expect: fail data-race
// also:
// cflags: -fopenmp -DHOW=if(0)
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 2 (who is the one that makes them)
#include <assert.h>

#ifndef HOW
#define HOW
#endif
#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))

enum { N = 6 };
int made[N], seen;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    PRAGMA(omp taskloop HOW)
    for (int i = 0; i < N; i++)
      made[i]++;
    seen = made[N - 1];
  }
  for (int i = 0; i < N; i++)
    assert(made[i] == 1);
#ifndef EARLY
  assert(seen == 1);
#endif
  return 0;
}
