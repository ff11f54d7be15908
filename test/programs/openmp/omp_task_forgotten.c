// What a task makes is used without waiting for it.
// expect: fail data-race
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DWAIT
// compiler: gcc (clang calls another library)
// expect: pass
#include <assert.h>

int made, used;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    made = 1;
#ifdef WAIT
#pragma omp taskwait
#endif
    used = made;
  }
  assert(made == 1);
  return 0;
}
