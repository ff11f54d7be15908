/* Cases of all sorts: with and without threads, parametrised, typed, disabled, hostile. */
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <unistd.h>

static std::atomic<int> n;
static int state;

static void lose() {
  const int value = n;
  n = value + 1;
}

static void add() {
  n++;
}

static void both(void (*function)()) {
  std::thread first(function), second(function);
  first.join();
  second.join();
  EXPECT_EQ(2, n);
}

TEST(Counter, Alone) {
  EXPECT_EQ(0, n);
}
TEST(Counter, Right) {
  both(add);
}
TEST(Counter, Loses) {
  both(lose);
}
TEST(Counter, DISABLED_Later) {
  FAIL();
}

/* The second one relies on nothing that the first one has left. */
TEST(State, First) {
  EXPECT_EQ(0, state++);
}
TEST(State, Second) {
  EXPECT_EQ(0, state++);
}

class Limit : public testing::TestWithParam<int> {};
TEST_P(Limit, Below) {
  EXPECT_LT(GetParam(), 3);
}
INSTANTIATE_TEST_SUITE_P(Some, Limit, testing::Values(1, 2, 3));

template <class T> class Typed : public testing::Test {};
using Types = testing::Types<int, char>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, Size) {
  EXPECT_GE(sizeof(TypeParam), 1u);
}

class DISABLED_Suite : public testing::Test {};
TEST_F(DISABLED_Suite, Case) {
  FAIL();
}

#ifdef HOSTILE
TEST(Hostile, Forks) {
  if (fork() == 0)
    _exit(0);
}
TEST(Hostile, Crashes) {
  *(volatile int *)nullptr = 1;
}
TEST(Hostile, Exits) {
  exit(0);
}
#endif

#ifdef CRASH_IN_LIST
static const int early = (abort(), 0);
#endif
