// Added to the Catch2 suite of spdlog: its queue, and a logger with a thread of its own.
#define CATCH_CONFIG_EXTERNAL_INTERFACES // so that Ravel sees a CHECK that fails
#include "includes.h"
#include "test_sink.h"

#include <ravel.hpp>
#include <thread>

using queue = spdlog::details::mpmc_blocking_queue<int>;

static int take(queue &q) {
  int item = 0;
  while (!q.dequeue_for(item, std::chrono::milliseconds(1000)))
    ;
  return item;
}

TEST_CASE("every order of two producers", "[mpmc_blocking_q]") {
  ravel::check([] {
    queue q(1);
    std::thread one([&] { q.enqueue(1); }), two([&] { q.enqueue(2); });
    CHECK(take(q) + take(q) == 3);
    one.join();
    two.join();
  });
}

TEST_CASE("every order where the queue may be full", "[mpmc_blocking_q]") {
  ravel::check([] {
    queue q(1);
    std::thread one([&] { q.enqueue_nowait(1); }), two([&] { q.enqueue_nowait(2); });
    one.join();
    two.join();
    CHECK(q.overrun_counter() == 1);
    CHECK(q.size() == 1);
  });
}

TEST_CASE("every order of an asynchronous logger and its thread", "[async]") {
  ravel::check([] {
    auto sink = std::make_shared<spdlog::sinks::test_sink_st>();
    {
      auto pool = std::make_shared<spdlog::details::thread_pool>(2, 1);
      auto logger = std::make_shared<spdlog::async_logger>("log", sink, pool);
      logger->info("one");
    }
    CHECK(sink->msg_counter() == 1);
  });
}
