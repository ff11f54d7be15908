#include <check.h>
#include <pthread.h>
#include <stdlib.h>

static int n;

static void *add(void *arg) {
  n++;
  return arg;
}

START_TEST(alone) {
  ck_assert_int_eq(n, 0);
}
END_TEST

START_TEST(races) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
}
END_TEST

START_TEST(joins) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  pthread_join(thread, NULL);
  add(NULL);
  ck_assert_int_eq(n, 2);
}
END_TEST

int main(void) {
  Suite *const suite = suite_create("first suite"), *const other = suite_create("other");
  const struct {
    Suite *suite;
    const char *name;
    const TTest *test;
  } all[] = {
      {suite, "alone, and <more>", alone}, {suite, "threads", races}, {other, "threads", joins}};
  for (int i = 0; i < 3; i++) {
    TCase *const one = tcase_create(all[i].name);
    tcase_add_test(one, all[i].test);
    suite_add_tcase(all[i].suite, one);
  }
  SRunner *const runner = srunner_create(suite);
  srunner_add_suite(runner, other);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
