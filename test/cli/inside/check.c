#include <check.h>

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
  ck_assert_int_ge(n, *(int *)least);
}

START_TEST(right) {
  int least = 1;
  ravel_check(two_threads, &least);
}
END_TEST

START_TEST(wrong) {
  int least = 2;
  ravel_check(two_threads, &least);
}
END_TEST

int main(void) {
  Suite *const suite = suite_create("counter");
  TCase *const cases = tcase_create("threads");
  SRunner *const runner = srunner_create(suite);
  suite_add_tcase(suite, cases);
  tcase_add_test(cases, right);
  tcase_add_test(cases, wrong);
  tcase_add_test(cases, right);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed;
}
