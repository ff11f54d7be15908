#include <unity.h>

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
  TEST_ASSERT_TRUE(n >= *(int *)least);
}

static void right(void) {
  int least = 1;
  ravel_check(two_threads, &least);
}

static void wrong(void) {
  int least = 2;
  ravel_check(two_threads, &least);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(right);
  RUN_TEST(wrong);
  RUN_TEST(right);
  return UNITY_END();
}
