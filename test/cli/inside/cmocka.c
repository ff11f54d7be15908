#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>

static atomic_int n;

static void *lose(void *arg) {
  const int value = n;
  n = value + 1;
  return arg;
}

static void two_threads(void *least) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, lose, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert_in_range(n, *(int *)least, 2);
}

static void right(void **state) {
  int least = 1;
  (void)state;
  ravel_check(two_threads, &least);
}

static void wrong(void **state) {
  int least = 2;
  (void)state;
  ravel_check(two_threads, &least);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(right), cmocka_unit_test(wrong),
                                     cmocka_unit_test(right)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
