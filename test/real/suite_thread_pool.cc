// Added to the googletest suite of libthread-pool: a pool of one thread, one task or two, and its
// end.
#include <thread_pool/thread_pool.hpp>

#include <gtest/gtest.h>
#include <ravel.hpp>

TEST(ThreadPoolThreadPoolTest, EveryOrder) {
  ravel::check([] {
    thread_pool::ThreadPool pool{1};
    auto result = pool.Submit([](int number) { return number + 1; }, 41);
    EXPECT_EQ(42, result.get());
  });
}

TEST(ThreadPoolThreadPoolTest, TwoTasksWithTwoPreemptions) {
  ravel::check(
      [] {
        thread_pool::ThreadPool pool{1};
        auto one = pool.Submit([] { return 1; }), two = pool.Submit([] { return 2; });
        EXPECT_EQ(3, one.get() + two.get());
      },
      {.more = "--preemption-bound 2"});
}
