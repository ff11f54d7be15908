// T1 finds both increments, T3 only the first. Algorithm 1 of ISSTA 2019, as it is printed, never
// reaches this end (test/issta/check.py runs it on this program).
// expect: fail assertion
// at: BUG
// algorithms: source optimal
// options: --context-sensitive
// also: --context-sensitive --order=youngest
// expect: fail assertion
// at: BUG
// algorithms: source optimal
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_int x;
static bool below_two;
static int seen;

static void *t1(void *arg) {
  below_two = atomic_load(&x) < 2;
  return arg;
}

static void *t2(void *arg) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return arg;
}

static void *t3(void *arg) {
  seen = atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, t1, NULL);
  pthread_create(&thread[1], NULL, t2, NULL);
  pthread_create(&thread[2], NULL, t3, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  assert(below_two || seen != 1); /* BUG */
  return 0;
}
