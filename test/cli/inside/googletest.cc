#include <gtest/gtest.h>
#include <ravel.hpp>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

struct counter {
  std::mutex mutex;
  std::vector<int> list;
  void add() {
    std::lock_guard<std::mutex> lock(mutex);
    list.push_back(1);
  }
};

class Counter : public ::testing::Test {
protected:
  counter counted;
  std::atomic<int> torn{0};
  void SetUp() override {
    counted.add();
  }
  void lose() {
    const int value = torn;
    torn = value + 1;
  }
};

TEST_F(Counter, Right) {
  ravel::check([&] {
    std::thread a([&] { counted.add(); }), b([&] { counted.add(); });
    a.join();
    b.join();
    EXPECT_EQ(3u, counted.list.size());
  });
  EXPECT_EQ(1u, counted.list.size());
}

TEST_F(Counter, Expects) {
  ravel::check([&] {
    std::thread a([&] { lose(); }), b([&] { lose(); });
    a.join();
    b.join();
    EXPECT_EQ(2, torn.load()) << "one is lost";
  });
}

TEST_F(Counter, ExpectsInThread) {
  ravel::check([&] {
    std::thread a([&] { torn = 1; }), b([&] { EXPECT_EQ(0, torn.load()); });
    a.join();
    b.join();
  });
}

TEST_F(Counter, Throws) {
  ravel::check([&] { throw std::runtime_error("thrown"); });
}

TEST_F(Counter, Native) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] { counted.add(); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(5u, counted.list.size());
}
