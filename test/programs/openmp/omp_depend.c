// Tasks that depend on each other: those that write an address wait for all before them that name
// it, those that read it for those that write. Two that read are not ordered, nor are tasks that
// name different addresses.
// expect: pass
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DBOTH_READ
// compiler: gcc (clang calls another library)
// expect: fail data-race
// also:
// cflags: -fopenmp -DBOTH_RUN
// compiler: gcc (clang calls another library)
// expect: fail assertion
// also:
// cflags: -fopenmp -DOTHER
// compiler: gcc (clang calls another library)
// expect: fail data-race
// also:
// cflags: -fopenmp -DUNDEFERRED
// compiler: gcc (clang calls another library)
// expect: pass
// also:
// cflags: -fopenmp -DWAIT
// compiler: gcc (clang calls another library)
// expect: pass
// also:
// cflags: -fopenmp -DWAIT_OTHER
// compiler: gcc (clang calls another library)
// expect: fail data-race
// also:
// cflags: -fopenmp -DDIAMOND
// compiler: gcc (clang calls another library)
// expect: pass
// also:
// cflags: -fopenmp -DCYCLE
// compiler: gcc (clang calls another library)
// expect: pass
#include <assert.h>
#include <stdatomic.h>

int x, y, z, sum;
atomic_int there;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#ifdef BOTH_READ
#pragma omp task depend(in : x)
    y = 1;
#pragma omp task depend(in : x)
    y = 2;
#elif defined(BOTH_RUN) /* the second may be faster */
#pragma omp task depend(in : x)
    assert(atomic_load(&there) == 0);
#pragma omp task depend(in : x)
    atomic_store(&there, 1);
#elif defined(OTHER)
#pragma omp task depend(out : x)
    y = 1;
#pragma omp task depend(out : z)
    y = 2;
#elif defined(UNDEFERRED)
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(inout : x) if (0)
    x += 2;
    assert(x == 3);
#elif defined(WAIT)
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(out : y)
    y = 1;
#pragma omp taskwait depend(in : x)
    assert(x == 1);
#elif defined(WAIT_OTHER)
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(out : y)
    y = 1;
#pragma omp taskwait depend(in : x)
    sum = y;
#elif defined(DIAMOND)
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x) depend(out : y)
    y = x + 1;
#pragma omp task depend(in : x) depend(out : z)
    z = x + 2;
#pragma omp task depend(in : y, z)
    sum = y + z;
#elif defined(CYCLE) /* one that was created later, and one that has ended long ago */
#pragma omp task depend(out : x)
    x = 1;
#pragma omp taskwait
#pragma omp task depend(in : x) depend(out : y)
    y = x;
#pragma omp taskwait
#pragma omp task depend(inout : y, x)
    x = y = 2;
#else
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(inout : x)
    x++;
#pragma omp task depend(in : x)
    assert(x == 2);
#endif
  }
#ifdef DIAMOND
  assert(sum == 5);
#endif
  return 0;
}
