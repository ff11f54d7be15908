// The larger of two numbers, by a reduction. gcc makes it a loop of compare-and-swap after it has
// instrumented the program; so it does with the product of floating-point numbers.
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 4 (who is first, and whether the other has loaded before that)
// also:
// cflags: -fopenmp -DPRODUCT
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 4
// also: --algorithm=graph
// cflags: -fopenmp
// algorithms: optimal
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 4
#include <assert.h>

int main(void) {
#ifdef PRODUCT
  double result = 1;
#pragma omp parallel for num_threads(2) reduction(* : result)
  for (int i = 2; i < 4; i++)
    result *= i;
  assert(result == 6);
#else
  int result = 0;
#pragma omp parallel for num_threads(2) reduction(max : result)
  for (int i = 2; i < 4; i++)
    if (i > result)
      result = i;
  assert(result == 3);
#endif
}
