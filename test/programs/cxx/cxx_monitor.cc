// A monitor as a C++ class whose method forgets to wake those who wait.
// expect: fail deadlock
// libs: -pthread
#include <condition_variable>
#include <mutex>
#include <thread>

class Account {
public:
  void deposit(int amount) {
    std::lock_guard<std::mutex> lock(mutex);
    balance += amount;
  }
  void withdraw(int amount) {
    std::unique_lock<std::mutex> lock(mutex);
    enough.wait(lock, [&] { return balance >= amount; });
    balance -= amount;
  }

private:
  std::mutex mutex;
  std::condition_variable enough;
  int balance = 0;
};

int main() {
  Account account;
  std::thread poor([&] { account.withdraw(10); });
  account.deposit(10);
  poor.join();
}
