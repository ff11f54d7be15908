// An event has no room for one more when its count is as high as can be: who adds waits until it is
// read, or is told so.
// expect: pass
// traces: 1 (it waits)
// also:
// cflags: -DFUNCTION
// expect: pass
// traces: 1 (the same with eventfd_write)
// also:
// cflags: -DMODE=EFD_NONBLOCK
// expect: pass
// traces: 2 (before it is read, or after it)
// also:
// cflags: -DNOBODY
// expect: fail deadlock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#ifndef MODE
#define MODE 0
#endif

static int event, refused;

static void *tell(void *arg) {
#ifdef FUNCTION
  assert(eventfd_write(event, 5) == 0);
#else
  const uint64_t five = 5;
  const ssize_t n = write(event, &five, sizeof five);
  refused = n == -1 && errno == EAGAIN;
  assert(n == sizeof five || (MODE && refused));
#endif
  return arg;
}

int main(void) {
  const uint64_t most = UINT64_MAX - 1;
  uint64_t count = 0;
  pthread_t thread;
  event = eventfd(0, MODE);
  assert(write(event, &most, sizeof most) == sizeof most);
  pthread_create(&thread, NULL, tell, NULL);
#ifndef NOBODY
  assert(read(event, &count, sizeof count) == sizeof count && count == most);
#endif
  pthread_join(thread, NULL);
  if (!refused)
    assert(read(event, &count, sizeof count) == sizeof count && count == 5);
  return 0;
}
