// Threads of a team stay the same from one region to the next, and keep what is theirs. A region in
// a region has one thread, unless it is asked for more.
// expect: pass
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DNESTED
// compiler: gcc (clang calls another library)
// expect: pass
#include <assert.h>
#include <omp.h>

static int own;
#pragma omp threadprivate(own)

int main(void) {
  int teams = 0;
#ifdef NESTED
  omp_set_max_active_levels(2);
#endif
#pragma omp parallel
  own = omp_get_thread_num() + 1;
#pragma omp parallel
  assert(own == omp_get_thread_num() + 1);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#ifdef NESTED
      assert(omp_get_num_threads() == 2 && omp_get_level() == 2);
#else
      assert(omp_get_num_threads() == 1);
#endif
#pragma omp atomic
      teams++;
    }
  }
#ifdef NESTED
  assert(teams == 4);
#else
  assert(teams == 2);
#endif
  return 0;
}
