// Iterations that use what others leave, or a variable that all of them share.
// expect: fail data-race
// at: BUG
// cflags: -fopenmp -DBEFORE=1
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DBEFORE=0
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 1 (each has its own)
// also:
// cflags: -fopenmp -DBEFORE=0 -DCOMMON
// compiler: gcc (clang calls another library)
// expect: fail data-race
#include <assert.h>

enum { N = 6 };
int a[N + 1], common;

int main(void) {
#pragma omp parallel for
  for (int i = 1; i <= N; i++) {
#ifdef COMMON
    common = i;
#endif
    a[i] = a[i - BEFORE] + 1; /* BUG */
  }
  return common - common;
}
