// Ordered parts of a loop run in the order of its iterations, whoever has been given them.
// expect: pass
// traces: 16 (the first of two threads to ask gets an iteration: four times)
// cflags: -fopenmp -DSCHEDULE=dynamic
// compiler: gcc (clang calls another library)
// also:
// cflags: -fopenmp -DSCHEDULE=static
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 2 (who comes to the loop first)
// also:
// cflags: -fopenmp -DSCHEDULE=static -DCHUNK=1
// compiler: gcc (clang calls another library)
// expect: pass
// traces: 2 (who comes to the loop first)
// also:
// cflags: -fopenmp -DSCHEDULE=guided -DDOWN
// compiler: gcc (clang calls another library)
// expect: pass
// also:
// cflags: -fopenmp -DSCHEDULE=dynamic -DOUTSIDE
// compiler: gcc (clang calls another library)
// expect: fail data-race
#include <assert.h>

#ifndef CHUNK
#define PLAN schedule(SCHEDULE)
#else
#define PLAN schedule(SCHEDULE, CHUNK)
#endif
#ifdef DOWN
#define LOOP (unsigned long i = 4; i > 0; i--)
#define NUMBER (4 - i)
#else
#define LOOP (int i = 0; i < 4; i++)
#define NUMBER i
#endif

int done[4], n, outside;

int main(void) {
#pragma omp parallel for ordered num_threads(2) PLAN
  for
    LOOP {
#ifdef OUTSIDE
      outside++;
#endif
#pragma omp ordered
      done[n++] = NUMBER;
    }
  for (int i = 0; i < 4; i++)
    assert(done[i] == i);
  return 0;
}
