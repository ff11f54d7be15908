// A map that looks safe: each of its functions holds the mutex. But between `contains` and `get`
// another thread may remove the entry, and `get` throws an exception that nobody catches.
//
//     ravel check examples/cache.cc
//     ravel check -DFIXED examples/cache.cc
//
// The fix: one function that looks and gets under one lock.
//
// expect: fail abort
// at: gone
// also:
// cflags: -DFIXED
// expect: pass
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

class Cache {
public:
  bool contains(const std::string &key) {
    std::lock_guard<std::mutex> guard(mutex);
    return entries.count(key) != 0;
  }

  int get(const std::string &key) {
    std::lock_guard<std::mutex> guard(mutex);
    auto found = entries.find(key);
    if (found == entries.end())
      throw std::out_of_range("no " + key); /* gone */
    return found->second;
  }

  int get_or(const std::string &key, int otherwise) {
    std::lock_guard<std::mutex> guard(mutex);
    auto found = entries.find(key);
    return found == entries.end() ? otherwise : found->second;
  }

  void put(const std::string &key, int value) {
    std::lock_guard<std::mutex> guard(mutex);
    entries[key] = value;
  }

  void remove(const std::string &key) {
    std::lock_guard<std::mutex> guard(mutex);
    entries.erase(key);
  }

private:
  std::mutex mutex;
  std::map<std::string, int> entries;
};

int main() {
  Cache cache;
  cache.put("answer", 42);
  std::thread reader([&cache] {
#ifdef FIXED
    cache.get_or("answer", 0);
#else
    if (cache.contains("answer"))
      cache.get("answer");
#endif
  });
  std::thread cleaner([&cache] { cache.remove("answer"); });
  reader.join();
  cleaner.join();
  return 0;
}
