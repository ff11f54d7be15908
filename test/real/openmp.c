/* Loops and regions of OpenMP, each with a data race (RACY=1) and without one (RACY=0), chosen by
 * KERNEL. What is asserted holds in every execution without the race. */
#include <assert.h>
#include <omp.h>

enum { N = 4 };
int a[N + 1], b[N + 1], x, y, own; /* not static: what nobody reads is stored all the same */

#if KERNEL == 1 /* a counter */
static void run(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
#if !RACY
#pragma omp atomic
#endif
    x++;
  }
  assert(x == N);
}
#elif KERNEL == 2 /* a sum */
static void run(void) {
  int sum = 0;
#if RACY
#pragma omp parallel for
#else
#pragma omp parallel for reduction(+ : sum)
#endif
  for (int i = 0; i < N; i++)
    sum += i;
  assert(sum == 6);
}
#elif KERNEL == 3 /* an iteration reads what another one writes */
static void run(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
#if RACY
    a[i] = a[i + 1] + 1;
#else
    a[i] = b[i + 1] + 1;
#endif
  assert(a[0] >= 1);
}
#elif KERNEL == 4 /* no barrier between two loops */
static void run(void) {
#pragma omp parallel
  {
#if RACY
#pragma omp for nowait
#else
#pragma omp for
#endif
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
  }
  assert(b[0] == N - 1);
}
#elif KERNEL == 5 /* a temporary that all share */
static void run(void) {
  int temporary;
#if RACY
#pragma omp parallel for shared(temporary)
#else
#pragma omp parallel for private(temporary)
#endif
  for (int i = 0; i < N; i++) {
    temporary = i;
    a[i] = temporary;
  }
  assert(a[N - 1] == N - 1);
}
#elif KERNEL == 6 /* critical sections of two names */
static void run(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp critical(one)
      x++;
    }
#pragma omp section
    {
#if RACY
#pragma omp critical(two)
#else
#pragma omp critical(one)
#endif
      x++;
    }
  }
  assert(x == 2);
}
#elif KERNEL == 7 /* a lock that one side does not take */
static omp_lock_t lock;
static void run(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    const int takes = !RACY || omp_get_thread_num() == 0;
    if (takes)
      omp_set_lock(&lock);
    x++;
    if (takes)
      omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  assert(x == 2);
}
#elif KERNEL == 8 /* what a single thread does, and nobody waits for */
static void run(void) {
#pragma omp parallel
  {
#if RACY
#pragma omp single nowait
#else
#pragma omp single
#endif
    x = 1;
    a[omp_get_thread_num()] = x;
  }
  assert(a[0] == 1);
}
#elif KERNEL == 9 /* the same by the master */
static void run(void) {
#pragma omp parallel
  {
#pragma omp master
    x = 1;
#if !RACY
#pragma omp barrier
#endif
    a[omp_get_thread_num()] = x;
  }
  assert(a[0] == 1);
}
#elif KERNEL == 10 /* sections */
static void run(void) {
#pragma omp parallel sections
  {
#pragma omp section
    x = 1;
#pragma omp section
#if RACY
    x = 2;
#else
    y = 2;
#endif
  }
  assert(x > 0);
}
#elif KERNEL == 11 /* a task that nobody waits for */
static void run(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1;
#if !RACY
#pragma omp taskwait
#endif
    y = x;
  }
#if !RACY
  assert(y == 1);
#endif
}
#elif KERNEL == 12 /* two tasks */
static void run(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
#if !RACY
#pragma omp atomic
#endif
    x++;
#pragma omp task
#if !RACY
#pragma omp atomic
#endif
    x++;
#pragma omp taskwait
    assert(x == 2);
  }
}
#elif KERNEL == 13 /* a group of tasks */
static void run(void) {
#pragma omp parallel
#pragma omp single
  {
#if !RACY
#pragma omp taskgroup
#endif
    {
#pragma omp task
      a[0] = 1;
#pragma omp task
      a[1] = 1;
    }
    y = a[0] + a[1];
  }
#if !RACY
  assert(y == 2);
#endif
}
#elif KERNEL == 14 /* dynamic pieces */
static void run(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < N; i++) {
#if RACY
    a[i / 2]++;
#else
    a[i]++;
#endif
  }
  assert(a[0] > 0);
}
#elif KERNEL == 15 /* guided pieces */
static void run(void) {
  int most = 0;
#if RACY
#pragma omp parallel for schedule(guided)
#else
#pragma omp parallel for schedule(guided) reduction(max : most)
#endif
  for (int i = 0; i < N; i++)
    if (i > most)
      most = i;
  assert(most == N - 1);
}
#elif KERNEL == 16 /* a variable of each thread */
#if !RACY
#pragma omp threadprivate(own)
#endif
static void run(void) {
#pragma omp parallel
  {
    own = omp_get_thread_num();
    a[omp_get_thread_num()] = own;
  }
  assert(a[0] == 0);
}
#elif KERNEL == 17 /* two loops in one, with an index that all share */
static void run(void) {
  int j;
#if RACY
#pragma omp parallel for
#else
#pragma omp parallel for collapse(2)
#endif
  for (int i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      a[2 * i + j] = 1;
  assert(a[0] == 1);
}
#elif KERNEL == 18 /* an atomic write, and a read that is not */
static void run(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp atomic write
      x = 1;
    }
#pragma omp section
    {
#if !RACY
#pragma omp atomic read
#endif
      y = x;
    }
  }
  assert(x == 1);
}
#elif KERNEL == 19 /* the last value of a loop */
static void run(void) {
  int last = 0;
#if RACY
#pragma omp parallel for
#else
#pragma omp parallel for lastprivate(last)
#endif
  for (int i = 0; i < N; i++)
    last = i;
  assert(last == N - 1);
}
#elif KERNEL == 20 /* a loop of tasks */
static void run(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop shared(sum) num_tasks(2)
  for (int i = 0; i < N; i++) {
#if !RACY
#pragma omp critical
#endif
    sum += i;
  }
  assert(sum == 6);
}
#elif KERNEL == 21 /* a nested region */
static void run(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#if !RACY
#pragma omp critical
#endif
      x++;
    }
  }
  assert(x == 4);
}
#elif KERNEL == 22 /* a lock that may be taken again */
static omp_nest_lock_t lock;
static void add(void) {
  omp_set_nest_lock(&lock);
  x++;
  omp_unset_nest_lock(&lock);
}
static void run(void) {
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_nest_lock(&lock);
    add();
#if RACY
    omp_unset_nest_lock(&lock);
    y = x;
#else
    y = x;
    omp_unset_nest_lock(&lock);
#endif
  }
  assert(x == 2);
}
#elif KERNEL == 23 /* tasks that depend on each other: a stencil of two rows */
static void run(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : a[0])
    a[0] = 1;
#pragma omp task depend(out : a[1])
    a[1] = 2;
#if RACY
#pragma omp task depend(in : a[0])
#else
#pragma omp task depend(in : a[0], a[1])
#endif
    b[0] = a[0] + a[1];
  }
  assert(RACY || b[0] == 3);
}
#elif KERNEL == 24 /* an ordered part of a loop */
static void run(void) {
#pragma omp parallel for ordered schedule(dynamic) num_threads(2)
  for (int i = 0; i < N; i++) {
#if RACY
    x += i;
#endif
#pragma omp ordered
    {
#if !RACY
      x += i;
#endif
      a[y++] = i;
    }
  }
  assert(a[N - 1] == N - 1);
}
#else
#error there is no such kernel
#endif

int main(void) {
  run();
  return 0;
}
