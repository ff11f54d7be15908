#include <catch2/catch_test_macros.hpp>
#include <ravel.hpp>

#include <atomic>
#include <thread>

static std::atomic<int> torn;

static void two_threads() {
  const auto lose = [] {
    const int value = torn;
    torn = value + 1;
  };
  std::thread a(lose), b(lose);
  a.join();
  b.join();
}

TEST_CASE("right") {
  ravel::check([] {
    two_threads();
    CHECK(torn >= 1);
    REQUIRE(torn <= 2);
  });
  CHECK(torn == 0);
}

TEST_CASE("checks") {
  ravel::check([] {
    two_threads();
    CHECK(torn == 2);
  });
}

TEST_CASE("requires") {
  ravel::check([] {
    two_threads();
    REQUIRE(torn == 2);
  });
}

int main() {
  return Catch::run();
}
