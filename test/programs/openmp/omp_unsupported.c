// What OpenMP can do and Ravel does not do yet is named.
// expect: unsupported
// message: GOMP_loop_ordered_static_start|GOMP_ordered_start
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DDEPEND
// compiler: gcc (clang calls another library)
// expect: unsupported
// message: depend
int main(void) {
  int n = 0;
#ifdef DEPEND
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : n)
    n = 1;
#pragma omp task depend(in : n)
    n++;
  }
#else
#pragma omp parallel for ordered
  for (int i = 0; i < 4; i++) {
#pragma omp ordered
    n = i;
  }
#endif
  return n - n;
}
