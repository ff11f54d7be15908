/* Functions that do their worst in a check. */
#include <atomic>
#include <cassert>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <ravel.hpp>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
static const char *first_line(const char *e) {
  static char b[400];
  if (!e)
    return "ok";
  snprintf(b, sizeof b, "%.*s", (int)strcspn(e, "\n"), e);
  return b;
}
#include <cstring>
#define T(name, ...) printf("%-22s %s\n", name, first_line(ravel::find(__VA_ARGS__)))
struct Loud {
  ~Loud() {
    printf("~Loud\n");
  }
};
static Loud loud;
static thread_local int tl = 5;
static int chld;
static void on_chld(int) {
  chld++;
}
template <class F> static void two(F f) {
  std::thread a(f), b(f);
  a.join();
  b.join();
}
int main() {
  signal(SIGCHLD, on_chld);
  std::vector<int> v(10, 1);
  std::string s(100, 'x');
  std::map<int, int> m{{1, 2}};
  std::mutex mu;
  T("vector grows", [&] {
    two([&] {
      std::lock_guard<std::mutex> l(mu);
      v.push_back(1);
      s += "yyyy";
      m[(int)v.size()] = 1;
    });
    assert(v.size() == 12 && s.size() == 108 && m.size() == 3);
  });
  printf("%zu %zu %zu\n", v.size(), s.size(), m.size());
  T("vector races", [&] { two([&] { v[0]++; }); });
  int local = 0;
  T("local races", [&] { two([&] { local++; }); });
  T("nested", [&] {
    std::atomic<int> x{0};
    two([&] { ravel::check([&] { x++; }); });
    assert(x == 2);
  });
  T("deadlock", [&] {
    std::mutex a, b;
    std::thread t([&] {
      std::lock_guard<std::mutex> l(a);
      std::lock_guard<std::mutex> k(b);
    });
    {
      std::lock_guard<std::mutex> k(b);
      std::lock_guard<std::mutex> l(a);
    }
    t.join();
  });
  T("exit", [&] {
    two([&] {});
    exit(3);
  });
  T("throws", [&] { throw std::runtime_error("x"); });
  T("fork", [&] {
    if (fork() == 0)
      _exit(0);
  });
  T("thread local", [&] {
    assert(tl == 5);
    tl++;
    two([] {
      assert(tl == 5);
      tl = 7;
    });
    assert(tl == 6);
  });
  assert(tl == 5);
  T("detached", [&] {
    static std::atomic<int> x;
    std::thread([&] { x++; }).detach();
  });
  T("static local", [&] {
    static Loud l;
    two([] {
      static std::string s = "a";
      assert(s == "a");
    });
  });
  T("frees before", [p = new int(1)] { delete p; });
  T("out of bounds", [&] {
    int *p = new int[2];
    volatile int i = 2;
    p[i] = 1;
    delete[] p;
  });
  T("leave unjoined", [&] { std::thread t([] {}); });
  T("null", [&] {
    volatile int *p = nullptr;
    *p = 1;
  });
  T("abort", [&] { abort(); });
  T("cout", [&] { two([] { std::cout << "inside" << std::endl; }); });
  T("print", [&] { two([] { printf("inside\n"); }); });
  T("file", [&] {
    std::ofstream f("written.txt");
    f << 1;
  });
  char *mm = (char *)mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  T("mmap", [&] {
    assert(mm[0] == 0);
    mm[0] = 1;
    two([] {});
    assert(mm[0] == 1);
  });
  T("mmap inside", [&] {
    char *q = (char *)mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    q[0] = 1;
    two([] {});
    munmap(q, 8192);
  });
  char *ms = (char *)mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  T("mmap shared", [&] {
    assert(ms[0] == 0);
    ms[0]++;
    std::atomic<int> x{0};
    two([&] { x++; });
    assert(ms[0] == 1);
  });
  printf("shared now %d\n", ms[0]);
  T("endless",
    [&] {
      volatile int i = 1;
      while (i)
        ;
    },
    {.more = "--step-seconds=1"});
  T("limit",
    [&] {
      std::atomic<int> x{0};
      two([&] {
        int v = x;
        x = v + 1;
        v = x;
        x = v + 1;
      });
    },
    {.max_executions = 3});
  T("bad option", [&] {}, {.more = "--nonsense"});
  T("assume", [&] {
    std::atomic<int> x{0};
    std::thread t([&] { x = 1; });
    ravel_assume(x == 0);
    t.join();
  });
  T("choose", [&] {
    unsigned c = ravel_choose(3);
    assert(c < 2);
  });
  std::thread t([&] {
    int mine = 3;
    T("in thread", [&] {
      assert(mine == 3);
      std::atomic<int> x{0};
      two([&] {
        int v = x;
        x = v + 1;
        mine = 4;
      });
      assert(x == 2);
    });
  });
  t.join();
  fflush(stdout);
  pid_t c = fork();
  if (c == 0) {
    T("in child", [&] {
      std::atomic<int> x{0};
      two([&] { x++; });
      assert(x == 2);
    });
    fflush(stdout);
    _exit(7);
  }
  int st;
  pid_t w = wait(&st);
  printf("child %d status %d\n", w == c, WEXITSTATUS(st));
  w = wait(&st);
  printf("no more %d\n", w < 0);
  T("again", [&] {
    std::atomic<int> x{0};
    two([&] { x++; });
    assert(x == 2);
  });
  printf("SIGCHLD %d\n", chld);
}
