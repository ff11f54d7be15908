/* A stand-in for Unity, which Debian has no package of: the names that ravel_frameworks.h and a
 * small test use, with the meaning that they have there. A test that fails is left by longjmp(). */
#ifndef UNITY_FRAMEWORK_H
#define UNITY_FRAMEWORK_H

#include <setjmp.h>
#include <stdio.h>

#define UNITY_LINE_TYPE unsigned

static struct {
  jmp_buf end;
  const char *test;
  unsigned tests, failures;
} Unity;

static inline void UnityFail(const char *message, UNITY_LINE_TYPE line) {
  printf("unity.c:%u:%s:FAIL: %s\n", line, Unity.test, message);
  fflush(stdout);
  Unity.failures++;
  longjmp(Unity.end, 1);
}

#define UNITY_TEST_FAIL(line, message) UnityFail((message), (UNITY_LINE_TYPE)(line))
#define TEST_ASSERT_TRUE(condition)                                                                \
  do {                                                                                             \
    if (!(condition))                                                                              \
      UNITY_TEST_FAIL(__LINE__, "Expected TRUE Was FALSE");                                        \
  } while (0)

static inline void UnityRun(void (*test)(void), const char *name) {
  const unsigned before = Unity.failures;
  Unity.test = name;
  Unity.tests++;
  if (setjmp(Unity.end) == 0)
    test();
  if (Unity.failures == before)
    printf("%s:PASS\n", name);
}

#define UNITY_BEGIN() ((void)0)
#define RUN_TEST(test) UnityRun(test, #test)

static inline int UNITY_END(void) {
  printf("%u Tests %u Failures 0 Ignored\n", Unity.tests, Unity.failures);
  return (int)Unity.failures;
}

#endif
