#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <atomic>
#include <thread>

#include "names.h"

static std::atomic<int> n;

static void lose() {
  const int value = n;
  n = value + 1;
}

TEST_CASE("loses one, at times") {
  std::thread first(lose), second(lose);
  first.join();
  second.join();
  REQUIRE(n == 2);
}
