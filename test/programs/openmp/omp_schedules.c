// Every iteration is made once, whatever the schedule; who makes which is explored.
// expect: pass
// traces: 1 (nobody shares anything)
// cflags: -fopenmp -DHOW=static,1
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DHOW=dynamic
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 16 (each of four iterations goes to the one or to the other)
// also:
// cflags: -fopenmp -DHOW=dynamic,2
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 4 (the same, with two pieces)
// also:
// cflags: -fopenmp -DHOW=guided
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 8 (pieces of two, one and one)
// also:
// cflags: -fopenmp -DHOW=runtime
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 16 (as dynamic)
// also:
// cflags: -fopenmp -DHOW=dynamic -DDOWN
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 16 (the same)
// also:
// cflags: -fopenmp -DHOW=dynamic -DTYPE=unsigned\ long
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 16 (the same)
// also:
// cflags: -fopenmp -DHOW=dynamic -DFIRST
// compiler: gcc (clang calls another library)
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <omp.h>

#ifndef TYPE
#define TYPE int
#endif
#define TEXT(x) #x
#define PRAGMA(x) _Pragma(TEXT(x))

enum { N = 4, STEP = 3 };
static int made[N], by[N];

int main(void) {
#ifdef DOWN
  PRAGMA(omp parallel for schedule(HOW))
  for (TYPE i = STEP * (N - 1); i >= 0; i -= STEP) {
#else
  PRAGMA(omp parallel for schedule(HOW))
  for (TYPE i = 0; i < STEP * N - 1; i += STEP) {
#endif
    made[i / STEP]++;
    by[i / STEP] = omp_get_thread_num();
  }
  for (int i = 0; i < N; i++)
    assert(made[i] == 1);
#ifdef FIRST
  assert(by[0] == 0); /* BUG */
#endif
  return 0;
}
