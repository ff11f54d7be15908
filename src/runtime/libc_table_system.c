/*
 * unistd.h, fcntl.h, dirent.h, sys/stat.h, sys/uio.h, sys/socket.h, sys/mman.h and their kind: what
 * goes to the kernel.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <termios.h>
#include <time.h>

#include "runtime/coverage.h"
#include "runtime/descriptors.h"
#include "runtime/directories.h"
#include "runtime/file_locks.h"
#include "runtime/libc_table.h"
#include "runtime/mappings.h"
#include "runtime/process_numbers.h"
#include "runtime/temporary_names.h"

/* --- vectors -------------------------------------------------------------------------------------
 */

/* Buffers one after the other, until so many bytes have been transferred. */
static void vector(const struct iovec *list, uint64_t n, bool write, struct libc_ranges *ranges,
                   uint64_t bytes) {
  for (uint64_t i = 0; i < n && bytes > 0; i++) {
    const uint64_t part = list[i].iov_len < bytes ? list[i].iov_len : bytes;
    if (write)
      libc_may_write(ranges, (uintptr_t)list[i].iov_base, part);
    else
      libc_touches(ranges, (uintptr_t)list[i].iov_base, part, false);
    bytes -= part;
  }
}

static uint64_t transferred(const struct libc_call *call, const struct libc_ranges *ranges) {
  const int64_t n = (int64_t)call->result[0];
  return !libc_has_returned(ranges) ? UINT64_MAX : n > 0 ? (uint64_t)n : 0;
}

static void more_writev(const struct libc_call *call, struct libc_ranges *ranges) {
  const struct iovec *const list = (const struct iovec *)libc_argument(call, 1);
  vector(list, libc_argument(call, 2) & INT32_MAX, false, ranges, UINT64_MAX);
}

static void more_readv(const struct libc_call *call, struct libc_ranges *ranges) {
  const struct iovec *const list = (const struct iovec *)libc_argument(call, 1);
  vector(list, libc_argument(call, 2) & INT32_MAX, true, ranges, transferred(call, ranges));
}

/* Between the memory of this process and itself, or another's. */
static void more_process(const struct libc_call *call, bool write, struct libc_ranges *ranges) {
  const struct iovec *const own = (const struct iovec *)libc_argument(call, 1);
  const struct iovec *const other = (const struct iovec *)libc_argument(call, 3);
  vector(own, libc_argument(call, 2), !write, ranges, transferred(call, ranges));
  if (number_is_own(number_for_program((pid_t)libc_argument(call, 0))))
    vector(other, libc_argument(call, 4), write, ranges, transferred(call, ranges));
}

static void more_process_readv(const struct libc_call *call, struct libc_ranges *ranges) {
  more_process(call, false, ranges);
}

static void more_process_writev(const struct libc_call *call, struct libc_ranges *ranges) {
  more_process(call, true, ranges);
}

static void more_sendmsg(const struct libc_call *call, struct libc_ranges *ranges) {
  const struct msghdr *const message = (const struct msghdr *)libc_argument(call, 1);
  libc_touches(ranges, (uintptr_t)message->msg_iov, message->msg_iovlen * sizeof(struct iovec),
               false);
  libc_touches(ranges, (uintptr_t)message->msg_control, message->msg_controllen, false);
  if (message->msg_name)
    libc_touches(ranges, (uintptr_t)message->msg_name, message->msg_namelen, false);
  vector(message->msg_iov, message->msg_iovlen, false, ranges, UINT64_MAX);
}

static void more_recvmsg(const struct libc_call *call, struct libc_ranges *ranges) {
  const struct msghdr *const message = (const struct msghdr *)libc_argument(call, 1);
  vector(message->msg_iov, message->msg_iovlen, true, ranges, transferred(call, ranges));
  if (transferred(call, ranges))
    libc_may_write(ranges, (uintptr_t)message->msg_control, message->msg_controllen);
  if (message->msg_name && (!libc_has_returned(ranges) || (int64_t)call->result[0] >= 0))
    libc_may_write(ranges, (uintptr_t)message->msg_name, message->msg_namelen);
}

/* --- others --------------------------------------------------------------------------------------
 */

static void more_fcntl(const struct libc_call *call, struct libc_ranges *ranges) {
  const int command = (int)libc_argument(call, 1);
  const uint64_t lock = libc_argument(call, 2);
  if (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
      command == F_OFD_SETLKW)
    libc_touches(ranges, lock, sizeof(struct flock), false);
  if (command == F_GETLK || command == F_OFD_GETLK)
    libc_touches(ranges, lock, sizeof(struct flock), true);
  if (command == F_SETOWN_EX || command == F_GETOWN_EX)
    libc_touches(ranges, lock, sizeof(struct f_owner_ex), command == F_GETOWN_EX);
}

/* An address and its length, which says how much there is room for and then how long it is. */
static void more_address(const struct libc_call *call, unsigned at, struct libc_ranges *ranges) {
  const socklen_t *const length = (const socklen_t *)libc_argument(call, at + 1);
  if (!length || !libc_argument(call, at))
    return;
  libc_touches(ranges, (uintptr_t)length, sizeof *length, true);
  libc_may_write(ranges, libc_argument(call, at), *length);
}

static void more_recvfrom(const struct libc_call *call, struct libc_ranges *ranges) {
  if (!libc_has_returned(ranges) || (int64_t)call->result[0] >= 0)
    more_address(call, 4, ranges);
}

static void more_recvfrom_chk(const struct libc_call *call, struct libc_ranges *ranges) {
  if (!libc_has_returned(ranges) || (int64_t)call->result[0] >= 0)
    more_address(call, 5, ranges);
}

/* What the kernel reads of a file name is a string like any other. */
#define NAME(name, ...) ROW(name, TOUCHES(IN(0, STRING)), __VA_ARGS__)
#define NAME_AT(name, ...) ROW(name, TOUCHES(IN(1, STRING)), __VA_ARGS__)
#define TWO_NAMES(name, ...) ROW(name, TOUCHES(IN(0, STRING), IN(1, STRING)), __VA_ARGS__)
#define MADE_UP(name, function, ...)                                                               \
  ROW(name, TOUCHES(OUT(0, STRING)), .instead = (void *)(function), __VA_ARGS__)
#define ON_FD(arg) ON(DESCRIPTOR, arg, CHANGE), KEEPS(STATE)
#define TAKES_FROM_FD(arg) ON(DESCRIPTOR, arg, TAKE), KEEPS(STATE)
#define LOOKS_AT_FD(arg) ON(DESCRIPTOR, arg, LOOK), KEEPS(STATE)
#define GIVES_NUMBER .returned = number_is_returned
#define CONTROLS(name)                                                                             \
  ROW(name, .more = more_fcntl, .instead = (void *)fcntl_with_numbers, ON_FD(0))
#define PRLIMIT(name)                                                                              \
  ROW(name, TOUCHES(IN(2, OF(struct rlimit)), OUT(3, OF(struct rlimit), IF(ZERO))), NUMBER(0),     \
      ON(LIMITS, 0, CHANGE), KEEPS(STATE))
#define ON_FDS ON(DESCRIPTORS, 0, CHANGE), KEEPS(STATE)
#define ON_NAMES ON(FILES, 0, CHANGE), KEEPS(STATE)
#define LOOKS_AT_NAMES ON(FILES, 0, LOOK), KEEPS(STATE)
#define ON_DIR ON(DIRECTORY, 0, CHANGE), KEEPS(STATE)
#define LISTS(name, ...) NAME(name, .unknown = true, LOOKS_AT_NAMES, ##__VA_ARGS__)
/* Entries that scandir() has made. */
#define COMPARES_NAMES(name) ROW(name, TOUCHES(IN(0, OF(void *)), IN(1, OF(void *))))
#define ON_SYSTEM ON(SYSTEM, 0, CHANGE), KEEPS(STATE)
#define LOOKS_AT_SYSTEM ON(SYSTEM, 0, LOOK), KEEPS(STATE)
/* Random numbers are the same in every execution. */
static void returned_read(struct libc_call *call) {
  const int64_t n = (int64_t)call->result[0];
  if (n > 0 && descriptor_is_random((int)libc_argument(call, 0)))
    getrandom((void *)libc_argument(call, 1), (size_t)n, 0);
}

/* Memory that is a file as well. */
static void returned_mmap(struct libc_call *call) {
  enum { FLAGS_ARGUMENT = 3 };
  const uint64_t flags = libc_argument(call, FLAGS_ARGUMENT);
  if ((void *)(uintptr_t)call->result[0] != MAP_FAILED && flags & MAP_SHARED &&
      !(flags & MAP_ANONYMOUS))
    not_covered_once("the order of accesses to shared file mappings and of reads and writes of the "
                     "mapped file");
}

/* What a change of mappings does to memory that other threads may be using. */
static void more_munmap(const struct libc_call *call, struct libc_ranges *ranges) {
  libc_remaps(ranges, libc_argument(call, 0), libc_argument(call, 1), true);
}

static void more_mmap(const struct libc_call *call, struct libc_ranges *ranges) {
  if (libc_argument(call, 3) & MAP_FIXED)
    more_munmap(call, ranges);
}

static void more_mprotect(const struct libc_call *call, struct libc_ranges *ranges) {
  const bool readable = libc_argument(call, 2) & PROT_READ;
  libc_remaps(ranges, libc_argument(call, 0), libc_argument(call, 1), !readable);
}

static void more_madvise(const struct libc_call *call, struct libc_ranges *ranges) {
  const int advice = (int)libc_argument(call, 2);
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
    more_munmap(call, ranges);
}

/* What shrinks stays where it is. */
static void more_mremap(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t at = libc_argument(call, 0), old = libc_argument(call, 1);
  const uint64_t size = mappings_whole_pages(libc_argument(call, 2));
  const bool fixed = libc_argument(call, 3) & MREMAP_FIXED;
  if (fixed || size > old)
    libc_remaps(ranges, at, old, true);
  else
    libc_remaps(ranges, at + size, old - size, true);
  if (fixed)
    libc_remaps(ranges, libc_argument(call, 4), size, true);
}

#define ON_MAPPINGS ON(MAPPINGS, 0, CHANGE), KEEPS(LASTING)
#define MAPS(name, function, ...)                                                                  \
  ROW(name, .instead = (void *)(function), ON(MAPPINGS, 0, CHANGE), KEEPS(STATE), __VA_ARGS__)

static const struct libc_function rows[] = {
    /* reading and writing; what is written is the kernel's, and nothing of it comes back */
    ROW("read", TOUCHES(OUT(1, RESULT(2))), .returned = returned_read, TAKES_FROM_FD(0)),
    ROW("__read_chk", TOUCHES(OUT(1, RESULT(2))), .returned = returned_read, TAKES_FROM_FD(0)),
    ROW("pread", TOUCHES(OUT(1, RESULT(2))), LOOKS_AT_FD(0)),
    ROW("pread64", TOUCHES(OUT(1, RESULT(2))), LOOKS_AT_FD(0)),
    ROW("write", TOUCHES(IN(1, BYTES(2))), ON(DESCRIPTOR, 0, ADD)),
    ROW("pwrite", TOUCHES(IN(1, BYTES(2))), ON_FD(0)),
    ROW("pwrite64", TOUCHES(IN(1, BYTES(2))), ON_FD(0)),
    ROW("readv", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_readv, .more_after = true,
        TAKES_FROM_FD(0)),
    ROW("preadv", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_readv, .more_after = true,
        LOOKS_AT_FD(0)),
    ROW("preadv64", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_readv, .more_after = true,
        LOOKS_AT_FD(0)),
    ROW("writev", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_writev,
        ON(DESCRIPTOR, 0, ADD), KEEPS(STATE)),
    ROW("pwritev", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_writev, ON_FD(0)),
    ROW("pwritev64", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_writev, ON_FD(0)),
    ROW("lseek", ON_FD(0)), ROW("lseek64", ON_FD(0)),
    ROW("sendfile", TOUCHES(INOUT(2, OF(off_t))), ON_FD(0)),
    ROW("sendfile64", TOUCHES(INOUT(2, OF(off_t))), ON_FD(0)),
    ROW("splice", TOUCHES(INOUT(1, OF(off64_t)), INOUT(3, OF(off64_t))), ON_FD(0)),
    ROW("tee", ON_FD(0)),
    ROW("copy_file_range", TOUCHES(INOUT(1, OF(off_t)), INOUT(3, OF(off_t))), ON_FD(2)),
    ROW("ftruncate", ON_FD(0)), ROW("ftruncate64", ON_FD(0)),
    ROW("fsync", ON(DESCRIPTOR, 0, LOOK), KEEPS(STATE)),
    ROW("fdatasync", ON(DESCRIPTOR, 0, LOOK), KEEPS(STATE)),
    ROW("flock", .instead = (void *)file_lock_flock, ON_FD(0)),
    ROW("lockf", .instead = (void *)file_lock_lockf, ON_FD(0)),
    ROW("lockf64", .instead = (void *)file_lock_lockf, ON_FD(0)), ROW("posix_fallocate", ON_FD(0)),
    ROW("posix_fadvise", LOOKS_AT_FD(0)), ROW("isatty", LOOKS_AT_FD(0)),
    ROW("ttyname_r", TOUCHES(OUT(1, LINE(2), IF(ZERO))), LOOKS_AT_FD(0)), CONTROLS("fcntl"),
    CONTROLS("fcntl64"), ROW("ioctl", .unknown = true, ON_FD(0)),
    ROW("__pread_chk", TOUCHES(OUT(1, RESULT(2))), LOOKS_AT_FD(0)),
    ROW("__pread64_chk", TOUCHES(OUT(1, RESULT(2))), LOOKS_AT_FD(0)),
    ROW("preadv2", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_readv, .more_after = true,
        LOOKS_AT_FD(0)),
    ROW("preadv64v2", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_readv,
        .more_after = true, LOOKS_AT_FD(0)),
    ROW("pwritev2", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_writev, ON_FD(0)),
    ROW("pwritev64v2", TOUCHES(IN(1, ARRAY(2, struct iovec))), .more = more_writev, ON_FD(0)),
    ROW("fallocate", ON_FD(0)), ROW("fallocate64", ON_FD(0)), ROW("posix_fallocate64", ON_FD(0)),
    ROW("posix_fadvise64", LOOKS_AT_FD(0)), ROW("readahead", LOOKS_AT_FD(0)),
    ROW("sync_file_range", LOOKS_AT_FD(0)), ROW("syncfs", LOOKS_AT_FD(0)),
    ROW("fstatfs", TOUCHES(OUT(1, OF(struct statfs), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("fstatfs64", TOUCHES(OUT(1, OF(struct statfs), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("fstatvfs", TOUCHES(OUT(1, OF(struct statvfs), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("fstatvfs64", TOUCHES(OUT(1, OF(struct statvfs), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("fpathconf", LOOKS_AT_FD(0)), ROW("isfdtype", LOOKS_AT_FD(0)),
    /* terminals */
    ROW("tcgetattr", TOUCHES(OUT(1, OF(struct termios), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("tcsetattr", TOUCHES(IN(2, OF(struct termios))), ON_FD(0)), ROW("tcflush", ON_FD(0)),
    ROW("tcdrain", ON_FD(0)), ROW("tcflow", ON_FD(0)), ROW("tcsendbreak", ON_FD(0)),
    ROW("cfgetispeed", TOUCHES(IN(0, OF(struct termios)))),
    ROW("cfgetospeed", TOUCHES(IN(0, OF(struct termios)))),
    ROW("cfsetispeed", TOUCHES(INOUT(0, OF(struct termios)))),
    ROW("cfsetospeed", TOUCHES(INOUT(0, OF(struct termios)))),
    ROW("cfsetspeed", TOUCHES(INOUT(0, OF(struct termios)))),
    ROW("cfmakeraw", TOUCHES(INOUT(0, OF(struct termios)))),
    ROW("__ttyname_r_chk", TOUCHES(OUT(1, LINE(2), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("ptsname_r", TOUCHES(OUT(1, LINE(2), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("__ptsname_r_chk", TOUCHES(OUT(1, LINE(2), IF(ZERO))), LOOKS_AT_FD(0)),
    /* which descriptors there are */
    ROW("open", TOUCHES(IN(0, STRING)), ON_FDS), ROW("open64", TOUCHES(IN(0, STRING)), ON_FDS),
    ROW("__open_2", TOUCHES(IN(0, STRING)), ON_FDS),
    ROW("__open64_2", TOUCHES(IN(0, STRING)), ON_FDS),
    ROW("openat", TOUCHES(IN(1, STRING)), ON_FDS), ROW("openat64", TOUCHES(IN(1, STRING)), ON_FDS),
    ROW("__openat_2", TOUCHES(IN(1, STRING)), ON_FDS),
    ROW("__openat64_2", TOUCHES(IN(1, STRING)), ON_FDS),
    ROW("creat", TOUCHES(IN(0, STRING)), ON_FDS), ROW("creat64", TOUCHES(IN(0, STRING)), ON_FDS),
    ROW("close", ON_FDS), ROW("closefrom", ON_FDS), ROW("close_range", ON_FDS), ROW("dup", ON_FDS),
    ROW("dup2", ON_FDS), ROW("dup3", ON_FDS),
    ROW("pipe", TOUCHES(OUT(0, OF(int[2]), IF(ZERO))), ON_FDS),
    ROW("pipe2", TOUCHES(OUT(0, OF(int[2]), IF(ZERO))), ON_FDS),
    ROW("memfd_create", TOUCHES(IN(0, STRING)), ON_FDS), ROW("eventfd", ON_FDS),
    ROW("eventfd_read", TOUCHES(OUT(1, OF(uint64_t), IF(ZERO))), TAKES_FROM_FD(0)),
    ROW("eventfd_write", ON(DESCRIPTOR, 0, ADD), KEEPS(STATE)), ROW("inotify_init", ON_FDS),
    ROW("inotify_init1", ON_FDS), ROW("inotify_add_watch", TOUCHES(IN(1, STRING)), ON_FD(0)),
    ROW("inotify_rm_watch", ON_FD(0)), ROW("epoll_create", ON_FDS), ROW("epoll_create1", ON_FDS),
    MADE_UP("mkstemp", temporary_file, ON_FDS), MADE_UP("mkstemp64", temporary_file, ON_FDS),
    MADE_UP("mkostemp", temporary_file_flags, ON_FDS),
    MADE_UP("mkostemp64", temporary_file_flags, ON_FDS),
    ROW("shm_open", TOUCHES(IN(0, STRING)), ON_FDS), NAME("shm_unlink", ON_NAMES),
    /* names */
    ROW("stat", TOUCHES(IN(0, STRING), OUT(1, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("stat64", TOUCHES(IN(0, STRING), OUT(1, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("lstat", TOUCHES(IN(0, STRING), OUT(1, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("lstat64", TOUCHES(IN(0, STRING), OUT(1, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("fstat", TOUCHES(OUT(1, OF(struct stat), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("fstat64", TOUCHES(OUT(1, OF(struct stat), IF(ZERO))), LOOKS_AT_FD(0)),
    ROW("fstatat", TOUCHES(IN(1, STRING), OUT(2, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("fstatat64", TOUCHES(IN(1, STRING), OUT(2, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("__xstat", TOUCHES(IN(1, STRING), OUT(2, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("__lxstat", TOUCHES(IN(1, STRING), OUT(2, OF(struct stat), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("__fxstat", TOUCHES(OUT(2, OF(struct stat), IF(ZERO))), LOOKS_AT_FD(1)),
    ROW("statx", TOUCHES(IN(1, STRING), OUT(4, OF(struct statx), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("statfs", TOUCHES(IN(0, STRING), OUT(1, OF(struct statfs), IF(ZERO))), LOOKS_AT_NAMES),
    ROW("statvfs", TOUCHES(IN(0, STRING), OUT(1, OF(struct statvfs), IF(ZERO))), LOOKS_AT_NAMES),
    NAME("access", LOOKS_AT_NAMES), NAME_AT("faccessat", LOOKS_AT_NAMES),
    NAME("euidaccess", LOOKS_AT_NAMES), NAME("eaccess", LOOKS_AT_NAMES),
    NAME("pathconf", LOOKS_AT_NAMES),
    ROW("readlink", TOUCHES(IN(0, STRING), OUT(1, RESULT(2))), LOOKS_AT_NAMES),
    ROW("readlinkat", TOUCHES(IN(1, STRING), OUT(2, RESULT(3))), LOOKS_AT_NAMES),
    ROW("__readlink_chk", TOUCHES(IN(0, STRING), OUT(1, RESULT(2))), LOOKS_AT_NAMES),
    ROW("__readlinkat_chk", TOUCHES(IN(1, STRING), OUT(2, RESULT(3))), LOOKS_AT_NAMES),
    ROW("ftok", TOUCHES(IN(0, STRING)), LOOKS_AT_NAMES),
    ROW("realpath", TOUCHES(IN(0, STRING), OUT(1, LINE(LIBC_NO_LIMIT), IF(NOT_ZERO))),
        LOOKS_AT_NAMES),
    NAME("unlink", ON_NAMES), NAME_AT("unlinkat", ON_NAMES), NAME("mkdir", ON_NAMES),
    NAME_AT("mkdirat", ON_NAMES), NAME("rmdir", ON_NAMES), NAME("mkfifo", ON_NAMES),
    NAME("mknod", ON_NAMES), NAME("truncate", ON_NAMES), NAME("truncate64", ON_NAMES),
    NAME("chmod", ON_NAMES), ROW("fchmod", ON_FD(0)), NAME("chown", ON_NAMES),
    NAME("lchown", ON_NAMES), ROW("fchown", ON_FD(0)), TWO_NAMES("link", ON_NAMES),
    TWO_NAMES("symlink", ON_NAMES), ROW("linkat", TOUCHES(IN(1, STRING), IN(3, STRING)), ON_NAMES),
    ROW("symlinkat", TOUCHES(IN(0, STRING), IN(2, STRING)), ON_NAMES),
    NAME_AT("mkfifoat", ON_NAMES), NAME_AT("mknodat", ON_NAMES),
    ROW("renameat", TOUCHES(IN(1, STRING), IN(3, STRING)), ON_NAMES),
    ROW("renameat2", TOUCHES(IN(1, STRING), IN(3, STRING)), ON_NAMES),
    NAME_AT("fchmodat", ON_NAMES), NAME_AT("fchownat", ON_NAMES),
    ROW("utime", TOUCHES(IN(0, STRING)), ON_NAMES), ROW("utimes", TOUCHES(IN(0, STRING)), ON_NAMES),
    ROW("utimensat", TOUCHES(IN(1, STRING), IN(2, OF(struct timespec[2]))), ON_NAMES),
    ROW("futimens", TOUCHES(IN(1, OF(struct timespec[2]))), ON_FD(0)),
    MADE_UP("mkdtemp", temporary_directory, ON_NAMES),
    MADE_UP("mktemp", temporary_name, LOOKS_AT_NAMES), ROW("sync", LOOKS_AT_SYSTEM),
    ROW("tmpnam", TOUCHES(OUT(0, LINE(LIBC_NO_LIMIT), IF(NOT_ZERO))), .unknown = true),
    ROW("opendir", TOUCHES(IN(0, STRING)), ON_FDS), ROW("fdopendir", ON_FDS),
    /* they call functions of the program, or fill structures of their own */
    LISTS("scandir", .instead = (void *)directory_scan),
    LISTS("scandir64", .instead = (void *)directory_scan),
    LISTS("glob", .instead = (void *)directory_glob),
    LISTS("glob64", .instead = (void *)directory_glob), LISTS("ftw"), LISTS("ftw64"), LISTS("nftw"),
    LISTS("nftw64"), NAME_AT("scandirat", .unknown = true), NAME_AT("scandirat64", .unknown = true),
    ROW("globfree", TOUCHES(INOUT(0, OF(glob_t))), KEEPS(STATE)),
    ROW("globfree64", TOUCHES(INOUT(0, OF(glob_t))), KEEPS(STATE)), COMPARES_NAMES("alphasort"),
    COMPARES_NAMES("alphasort64"), COMPARES_NAMES("versionsort"), COMPARES_NAMES("versionsort64"),
    LISTS("wordexp"), ROW("fts_open", .unknown = true), ROW("fts64_open", .unknown = true),
    ROW("getdents64", TOUCHES(OUT(1, RESULT(2))), ON_FD(0)),
    ROW("readdir", .instead = (void *)directory_read, ON_DIR),
    ROW("readdir64", .instead = (void *)directory_read, ON_DIR),
    ROW("rewinddir", .instead = (void *)directory_rewind, ON_DIR), ROW("seekdir", ON_DIR),
    ROW("telldir", ON_DIR), ROW("dirfd", ON(DIRECTORY, 0, LOOK), KEEPS(STATE)),
    ROW("closedir", ON_FDS),
    ROW("getcwd", TOUCHES(OUT(0, LINE(1), IF(NOT_ZERO))), ON(WORKING_DIRECTORY, 0, LOOK),
        KEEPS(STATE)),
    ROW("__getcwd_chk", TOUCHES(OUT(0, LINE(1), IF(NOT_ZERO))), ON(WORKING_DIRECTORY, 0, LOOK),
        KEEPS(STATE)),
    ROW("get_current_dir_name", ON(WORKING_DIRECTORY, 0, LOOK), KEEPS(STATE)),
    ROW("chdir", TOUCHES(IN(0, STRING)), ON(WORKING_DIRECTORY, 0, CHANGE), KEEPS(STATE)),
    ROW("fchdir", ON(WORKING_DIRECTORY, 0, CHANGE), KEEPS(STATE)),
    ROW("umask"), /* the runtime's own: creation_mask.c */
    /* sockets */
    ROW("socketpair", TOUCHES(OUT(3, OF(int[2]), IF(ZERO))), ON_FDS), ROW("shutdown", ON_FD(0)),
    ROW("send", TOUCHES(IN(1, BYTES(2))), ON(DESCRIPTOR, 0, ADD), KEEPS(STATE), FLAGS(3)),
    ROW("sendto", TOUCHES(IN(1, BYTES(2)), IN(4, BYTES(5))), ON(DESCRIPTOR, 0, ADD), KEEPS(STATE),
        FLAGS(3)),
    ROW("sendmsg", TOUCHES(IN(1, OF(struct msghdr))), .more = more_sendmsg, ON(DESCRIPTOR, 0, ADD),
        KEEPS(STATE), FLAGS(2)),
    ROW("recv", TOUCHES(OUT(1, RESULT(2))), TAKES_FROM_FD(0), FLAGS(3)),
    ROW("__recv_chk", TOUCHES(OUT(1, RESULT(2))), TAKES_FROM_FD(0), FLAGS(4)),
    ROW("recvfrom", TOUCHES(OUT(1, RESULT(2))), .more = more_recvfrom, .more_after = true,
        TAKES_FROM_FD(0), FLAGS(3)),
    ROW("__recvfrom_chk", TOUCHES(OUT(1, RESULT(2))), .more = more_recvfrom_chk, .more_after = true,
        TAKES_FROM_FD(0), FLAGS(4)),
    ROW("recvmsg", TOUCHES(OUT(1, OF(struct msghdr), IF(NOT_NEGATIVE))), .more = more_recvmsg,
        .more_after = true, TAKES_FROM_FD(0), FLAGS(2)),
    /* mappings */
    MAPS("mmap", mappings_mmap, .more = more_mmap, .returned = returned_mmap),
    MAPS("mmap64", mappings_mmap, .more = more_mmap, .returned = returned_mmap),
    MAPS("munmap", mappings_munmap, .more = more_munmap),
    MAPS("mprotect", mappings_mprotect, .more = more_mprotect),
    MAPS("mremap", mappings_mremap, .more = more_mremap),
    MAPS("madvise", mappings_madvise, .more = more_madvise), ROW("posix_madvise", ON_MAPPINGS),
    ROW("msync", ON(MAPPINGS, 0, CHANGE), KEEPS(STATE)), ROW("mlock", ON_MAPPINGS),
    ROW("munlock", ON_MAPPINGS), ROW("brk", ON_MAPPINGS), ROW("sbrk", ON_MAPPINGS),
    /* the process */
    ROW("getpid"),                                /* the same in all executions, */
    ROW("getppid"), ROW("gettid"), ROW("getuid"), /* and changed by nothing that is let through */
    ROW("geteuid"), ROW("getgid"), ROW("getegid"), ROW("getpgrp", GIVES_NUMBER),
    ROW("getpgid", NUMBER(0), GIVES_NUMBER), ROW("getsid", NUMBER(0), GIVES_NUMBER),
    ROW("setpgid", TWO_NUMBERS(0, 1), ON(SYSTEM, 0, CHANGE), KEEPS(LASTING)),
    ROW("setpgrp", ON(SYSTEM, 0, CHANGE), KEEPS(LASTING)),
    ROW("setsid", GIVES_NUMBER, ON(SYSTEM, 0, CHANGE), KEEPS(LASTING)),
    ROW("pidfd_open", NUMBER(0), ON_FDS),
    ROW("process_vm_readv", NUMBER(0),
        TOUCHES(IN(1, ARRAY(2, struct iovec)), IN(3, ARRAY(4, struct iovec))),
        .more = more_process_readv, .more_after = true),
    ROW("process_vm_writev", NUMBER(0),
        TOUCHES(IN(1, ARRAY(2, struct iovec)), IN(3, ARRAY(4, struct iovec))),
        .more = more_process_writev, .more_after = true),
    ROW("confstr", TOUCHES(OUT(1, LINE(2), IF(NOT_ZERO)))),
    ROW("getloadavg", TOUCHES(OUT(0, RESULTS(1, double))), LOOKS_AT_SYSTEM),
    ROW("__confstr_chk", TOUCHES(OUT(1, LINE(2), IF(NOT_ZERO)))),
    ROW("getgroups", TOUCHES(OUT(1, RESULTS(0, gid_t)))),
    ROW("__getgroups_chk", TOUCHES(OUT(1, RESULTS(0, gid_t)))),
    ROW("getresuid", TOUCHES(OUT(0, OF(uid_t)), OUT(1, OF(uid_t)), OUT(2, OF(uid_t)))),
    ROW("getresgid", TOUCHES(OUT(0, OF(gid_t)), OUT(1, OF(gid_t)), OUT(2, OF(gid_t)))),
    ROW("getdtablesize", ON(LIMITS, 0, LOOK)), ROW("get_phys_pages"),
    ROW("get_avphys_pages", LOOKS_AT_SYSTEM), ROW("gethostid", LOOKS_AT_SYSTEM),
    ROW("gnu_get_libc_release"), ROW("__sysconf"), ROW("__getpagesize"), ROW("__getauxval"),
    ROW("gnu_dev_major"), /* arithmetic */
    ROW("gnu_dev_minor"), ROW("gnu_dev_makedev"),
    ROW("__gethostname_chk", TOUCHES(OUT(0, LINE(1), IF(ZERO)))),
    ROW("getdomainname", TOUCHES(OUT(0, LINE(1), IF(ZERO)))),
    ROW("__getdomainname_chk", TOUCHES(OUT(0, LINE(1), IF(ZERO)))),
    ROW("wait3",
        TOUCHES(OUT(0, OF(int), IF(NOT_NEGATIVE)), OUT(2, OF(struct rusage), IF(NOT_NEGATIVE))),
        ON_SYSTEM),
    ROW("mlockall", ON_MAPPINGS), ROW("munlockall", ON_MAPPINGS), ROW("mlock2", ON_MAPPINGS),
    ROW("getpagesize"), /* constants of the machine */
    ROW("sysconf"), ROW("getauxval"),
    ROW("sched_getcpu"), /* no matter which it says, the program can't rely on it */
    ROW("getcpu", TOUCHES(OUT(0, OF(unsigned)), OUT(1, OF(unsigned)))), ROW("get_nprocs"),
    ROW("get_nprocs_conf"), ROW("gnu_get_libc_version"), ROW("__libc_current_sigrtmin"),
    ROW("__libc_current_sigrtmax"), ROW("uname", TOUCHES(OUT(0, OF(struct utsname)))),
    ROW("gethostname", TOUCHES(OUT(0, LINE(1), IF(ZERO)))),
    ROW("sysinfo", TOUCHES(OUT(0, OF(struct sysinfo))), LOOKS_AT_SYSTEM),
    ROW("getrlimit", TOUCHES(OUT(1, OF(struct rlimit))), ON(LIMITS, 0, LOOK)),
    ROW("getrlimit64", TOUCHES(OUT(1, OF(struct rlimit))), ON(LIMITS, 0, LOOK)),
    ROW("setrlimit", TOUCHES(IN(1, OF(struct rlimit))), ON(LIMITS, 0, CHANGE), KEEPS(STATE)),
    ROW("setrlimit64", TOUCHES(IN(1, OF(struct rlimit))), ON(LIMITS, 0, CHANGE), KEEPS(STATE)),
    PRLIMIT("prlimit"), PRLIMIT("prlimit64"), ROW("getpriority", ON(LIMITS, 0, LOOK), NUMBER(1)),
    ROW("setpriority", ON(LIMITS, 0, CHANGE), KEEPS(LASTING), NUMBER(1)),
    ROW("nice", ON(LIMITS, 0, CHANGE), KEEPS(LASTING)),
    ROW("getrusage", TOUCHES(OUT(1, OF(struct rusage))), LOOKS_AT_SYSTEM),
    ROW("times", TOUCHES(OUT(0, OF(struct tms))), LOOKS_AT_SYSTEM),
    ROW("wait", TOUCHES(OUT(0, OF(int), IF(NOT_NEGATIVE))), ON_SYSTEM),
    ROW("waitpid", TOUCHES(OUT(1, OF(int), IF(NOT_NEGATIVE))), ON_SYSTEM, NUMBER(0)),
    ROW("wait4",
        TOUCHES(OUT(1, OF(int), IF(NOT_NEGATIVE)), OUT(3, OF(struct rusage), IF(NOT_NEGATIVE))),
        ON_SYSTEM, NUMBER(0)),
    ROW("waitid", TOUCHES(OUT(2, OF(siginfo_t), IF(ZERO))), ON_SYSTEM, NUMBER(1)),
    ROW("prctl"), /* thread_names.c */
};

const struct libc_table libc_table_system = {rows, sizeof rows / sizeof *rows};
