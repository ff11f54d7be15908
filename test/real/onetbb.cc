/* oneTBB, by WORKLOAD: its queue, its locks, its map, and a loop and tasks of its scheduler. */
#include <oneapi/tbb/concurrent_hash_map.h>
#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/queuing_mutex.h>
#include <oneapi/tbb/spin_mutex.h>
#include <oneapi/tbb/spin_rw_mutex.h>
#include <oneapi/tbb/task_group.h>

#include <cassert>
#include <thread>

#if WORKLOAD == 1 /* two threads push and pop */
static tbb::concurrent_queue<int> queue;
static int work(int value) {
  int got = 0;
  queue.push(value);
  const bool found = queue.try_pop(got);
  assert(found); /* each pops after it has pushed */
  return got;
}
static void run() {
  int first = 0, second = 0;
  std::thread thread([&] { first = work(1); });
  second = work(2);
  thread.join();
  assert(first + second == 3);
}
#elif WORKLOAD <= 4 /* a counter under a lock */
#if WORKLOAD == 2
using mutex = tbb::spin_mutex;
#elif WORKLOAD == 3
using mutex = tbb::queuing_mutex;
#else
using mutex = tbb::spin_rw_mutex;
#endif
static mutex lock;
static int count;
static void add() {
  mutex::scoped_lock held(lock);
  count++;
}
static void run() {
  std::thread thread(add);
  add();
  thread.join();
  assert(count == 2);
}
#elif WORKLOAD == 5 /* two threads insert the same key */
static tbb::concurrent_hash_map<int, int> map;
static void add() {
  tbb::concurrent_hash_map<int, int>::accessor at;
  map.insert(at, 1);
  at->second++;
}
static void run() {
  std::thread thread(add);
  add();
  thread.join();
  tbb::concurrent_hash_map<int, int>::const_accessor at;
  assert(map.find(at, 1) && at->second == 2);
}
#elif WORKLOAD == 6 /* a loop of two iterations with two threads */
static void run() {
  tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
  int done[2] = {0, 0};
  tbb::parallel_for(0, 2, [&](int i) { done[i]++; });
  assert(done[0] == 1 && done[1] == 1);
}
#else               /* two tasks with two threads */
static void run() {
  tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
  int done[2] = {0, 0};
  tbb::task_group group;
  group.run([&] { done[0]++; });
  group.run([&] { done[1]++; });
  group.wait();
  assert(done[0] == 1 && done[1] == 1);
}
#endif

int main() {
  run();
  return 0;
}
