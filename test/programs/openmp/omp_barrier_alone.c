// A barrier to which only one thread of the team comes.
// expect: fail deadlock
// at: BUG
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
#include <omp.h>

static void meet(void) {
#pragma omp barrier /* BUG */
}

int main(void) {
#pragma omp parallel
  if (omp_get_thread_num() == 0)
    meet();
  return 0;
}
