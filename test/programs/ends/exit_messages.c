// Functions of libc that print a message and end the program: with its exit status, not as a crash,
// and beside another thread that may come first.
// expect: fail exit-status
// message: exit status 3
// at: END
// also: --expect-exit any
// expect: pass
// traces: 2 (the flag is set before the look at it, or after)
// also:
// cflags: -DWITH_LIST
// expect: fail exit-status
// message: exit status 3
// at: LIST
// also:
// cflags: -DWITH_LINE
// expect: fail exit-status
// message: exit status 3
// at: LINE
// also:
// cflags: -DWITH_NUMBER
// expect: fail exit-status
// message: exit status 3
// at: NUMBER
// also:
// cflags: -DWITH_NONE
// expect: pass
// traces: 2 (the flag is set before the look at it, or after)
// also:
// cflags: -DWITH_PERROR
// expect: fail assertion
// message: Invalid argument
// at: PERROR
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

static atomic_int flag;

__attribute__((unused)) static void list(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verrx(3, format, arguments); /* LIST */
}

static void *look(void *unused) {
  if (flag) {
#if defined WITH_LIST
    list("flag is %d", 1);
#elif defined WITH_LINE
    error_at_line(3, 0, "file", 7, "flag is %d", 1); /* LINE */
#elif defined WITH_NUMBER
    error(3, EINVAL, "flag is %d", 1); /* NUMBER */
#elif defined WITH_NONE
    error(0, EINVAL, "flag is %d", 1);
#elif defined WITH_PERROR
    assert_perror(EINVAL); /* PERROR */
#else
    errx(3, "flag is %d", 1); /* END */
#endif
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  flag = 1;
  pthread_join(thread, NULL);
  return 0;
}
