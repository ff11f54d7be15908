// Locks of OpenMP: in one order, in two orders, and counted.
// expect: pass
// traces: 2 (who is first)
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DCROSSED
// compiler: gcc (clang calls another library)
// expect: fail deadlock
// also:
// cflags: -fopenmp -DAGAIN
// compiler: gcc (clang calls another library)
// expect: fail lock-misuse
#include <assert.h>
#include <omp.h>

int main(void) {
  omp_lock_t lock[2];
  omp_nest_lock_t nest;
  int n = 0;
  omp_init_lock(&lock[0]);
  omp_init_lock(&lock[1]);
  omp_init_nest_lock(&nest);
#pragma omp parallel
  {
#ifdef CROSSED
    const int first = omp_get_thread_num();
#else
    const int first = 0;
#endif
    omp_set_lock(&lock[first]);
    omp_set_lock(&lock[!first]);
#ifdef AGAIN
    omp_set_lock(&lock[0]);
#endif
    omp_set_nest_lock(&nest);
    assert(omp_test_nest_lock(&nest) == 2);
    n++;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_unset_lock(&lock[!first]);
    omp_unset_lock(&lock[first]);
  }
  omp_destroy_lock(&lock[0]);
  omp_destroy_lock(&lock[1]);
  omp_destroy_nest_lock(&nest);
  assert(n == 2);
  return 0;
}
