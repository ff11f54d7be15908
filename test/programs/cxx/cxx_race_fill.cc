// std::fill and std::copy of bytes are writes, whatever the compiler makes of them.
// expect: fail data-race
// also:
// cflags: -O2
// expect: fail data-race
// also:
// cflags: -DCOPY
// expect: fail data-race
// also:
// cflags: -O2 -DCOPY
// expect: fail data-race
#include <algorithm>
#include <thread>

char text[64], source[64]; /* which others may read */

int main() {
  std::thread thread([] {
#ifdef COPY
    std::copy(source, source + 12, text);
#else
    std::fill(text, text + 12, 'x');
#endif
  });
  text[0] = 1;
  thread.join();
}
