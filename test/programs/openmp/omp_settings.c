// What a program asks for and sets: the schedule of loops that leave it open, its place in nested
// regions; loops, sections and tasks outside of any region; cancellation, which is off by default.
// expect: pass
// cflags: -fopenmp
// compiler: gcc (clang calls another library)
#include <assert.h>
#include <omp.h>
#include <stdlib.h>

static void of_one_thread(void) {
  int a[4] = {0};
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < 4; i++)
    a[i] = i;
#pragma omp sections
  {
#pragma omp section
    a[0] = 5;
#pragma omp section
    a[1] = 6;
  }
#pragma omp single
  a[2]++;
#pragma omp task shared(a)
  a[3]++;
#pragma omp taskwait
  assert(a[0] == 5 && a[1] == 6 && a[2] == 3 && a[3] == 4);
}

static void schedules(void) {
  int owner[4], chunk;
  omp_sched_t kind;
  setenv("OMP_SCHEDULE", "dynamic", 1);
  omp_set_schedule(omp_sched_static, 2);
  omp_get_schedule(&kind, &chunk);
  assert(kind == omp_sched_static && chunk == 2);
#pragma omp parallel for schedule(runtime) num_threads(2)
  for (int i = 0; i < 4; i++)
    owner[i] = omp_get_thread_num();
  assert(owner[0] == 0 && owner[1] == 0 && owner[2] == 1 && owner[3] == 1);
}

static void nested(void) {
  int n = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      assert(omp_get_level() == 2 && omp_get_active_level() == 2);
      assert(omp_get_ancestor_thread_num(0) == 0 && omp_get_ancestor_thread_num(3) == -1);
      assert(omp_get_ancestor_thread_num(1) == outer);
      assert(omp_get_ancestor_thread_num(2) == omp_get_thread_num());
      assert(omp_get_team_size(0) == 1 && omp_get_team_size(1) == 2);
#pragma omp atomic
      n++;
    }
  }
  assert(n == 4);
}

static void cancellation(void) {
  int n = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++) {
#pragma omp atomic
    n++;
#pragma omp cancel for
  }
  assert(n == 4);
}

int main(void) {
  of_one_thread();
  schedules();
  nested();
  cancellation();
}
