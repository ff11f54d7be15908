// System calls by number are what the functions of libc are: they wait, they order, they are
// explored.
// expect: pass
// traces: 1 (the reader waits for the writer)
// also:
// cflags: -DTWO_WRITERS
// expect: fail assertion
// at: FIRST
// also:
// cflags: -DRACE
// expect: fail data-race
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static int ends[2], plain;

static void *send_byte(void *byte) {
#if !defined RACE && !defined TWO_WRITERS
  plain = 1;
#endif
  assert(syscall(SYS_write, ends[1], byte, 1) == 1);
#ifdef RACE
  plain = 1;
#endif
  return byte;
}

static void harmless(void) {
  char text[64] = "";
  struct utsname name;
  cpu_set_t set;
  struct timespec moment = {0, 1000};
  const long file = syscall(SYS_openat, AT_FDCWD, "/proc/self/comm", O_RDONLY);
  assert(file > 2);
  assert(syscall(SYS_read, file, text, sizeof text) > 0);
  assert(syscall(SYS_close, file) == 0 && syscall(SYS_close, file) == -1);
  assert(syscall(SYS_uname, &name) == 0 && *name.sysname);
  assert(syscall(SYS_sched_getaffinity, 0, sizeof set, &set) > 0);
  assert(syscall(SYS_sched_setaffinity, 0, sizeof set, &set) == 0);
  assert(syscall(SYS_nanosleep, &moment, NULL) == 0);
  char *const page = (char *)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(page != MAP_FAILED && *page == 0);
  assert(syscall(SYS_munmap, page, 4096) == 0);
  struct stat status;
  assert(syscall(SYS_getcwd, text, 2) == -1 && syscall(SYS_getcwd, text, sizeof text) != 0);
  assert(syscall(SYS_newfstatat, AT_FDCWD, "/", &status, 0) == 0 && S_ISDIR(status.st_mode));
  assert(syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", text, sizeof text) > 0);
}

int main(void) {
  pthread_t first, second;
  char byte;
  harmless();
  assert(syscall(SYS_pipe2, ends, 0) == 0);
  pthread_create(&first, NULL, send_byte, "1");
#ifdef TWO_WRITERS
  pthread_create(&second, NULL, send_byte, "2");
#endif
#ifdef SYS_poll
  struct pollfd ready = {.fd = ends[0], .events = POLLIN};
  assert(syscall(SYS_poll, &ready, 1, -1) == 1 && ready.revents == POLLIN);
#endif
  assert(syscall(SYS_read, ends[0], &byte, 1) == 1);
  assert(byte == '1'); /* FIRST */
#ifndef TWO_WRITERS
  assert(plain == 1);
#endif
  pthread_join(first, NULL);
#ifdef TWO_WRITERS
  pthread_join(second, NULL);
#else
  (void)second;
#endif
  return 0;
}
