// What OpenMP can do and Ravel does not do yet is named.
// expect: unsupported
// message: GOMP_loop_doacross_static_start
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DMUTEX
// compiler: gcc (clang calls another library)
// expect: unsupported
// message: mutexinoutset
// also:
// cflags: -fopenmp -DCANCEL
// compiler: gcc (clang calls another library)
// expect: unsupported
// message: OMP_CANCELLATION
#include <stdlib.h>

int main(void) {
  int n = 0, a[4] = {0};
#ifdef MUTEX
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(mutexinoutset : n)
    n = 1;
  }
#elif defined(CANCEL)
  setenv("OMP_CANCELLATION", "true", 1);
#pragma omp parallel
  {
#pragma omp cancel parallel
  }
#else
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 4; i++) {
#pragma omp ordered depend(sink : i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
#endif
  return (n + a[3]) * 0;
}
