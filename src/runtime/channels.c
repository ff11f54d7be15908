#define _GNU_SOURCE
#include "runtime/channels.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/descriptors.h"
#include "runtime/epoll.h"
#include "runtime/real.h"

enum { MAX_CHANNELS = 64, MOST_HELD = PIPE_BUF };

enum channel_kind { CHANNEL_OTHER, CHANNEL_PIPE, CHANNEL_PAIR, CHANNEL_EVENT, CHANNEL_SET };

/* A descriptor of one of them. Duplicates have the same place and the same inode; the ends of a
 * pipe and those of a pair have the place in common. */
struct channel {
  int number, flags;
  enum channel_kind kind;
  uint64_t place;
  ino_t inode;
  bool copied;
};

static struct {
  struct channel list[MAX_CHANNELS];
  uint32_t n;
} all;

/* --- what is open --------------------------------------------------------------------------------
 */

static enum channel_kind kind_of(int number, mode_t mode) {
  char name[32], link[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", number);
  const ssize_t n = readlink(name, link, sizeof link - 1);
  link[n > 0 ? n : 0] = 0;
  return S_ISFIFO(mode) && strncmp(link, "pipe:", 5) == 0 ? CHANNEL_PIPE
         : S_ISSOCK(mode)                                 ? CHANNEL_PAIR
         : strcmp(link, "anon_inode:[eventfd]") == 0      ? CHANNEL_EVENT
         : strcmp(link, "anon_inode:[eventpoll]") == 0    ? CHANNEL_SET
                                                          : CHANNEL_OTHER;
}

static bool collect(int number, enum descriptor_kind kind, void *with) {
  struct stat status;
  (void)with;
  if (kind != DESCRIPTOR_CHANNEL)
    return true;
  if (all.n == MAX_CHANNELS || fstat(number, &status))
    return false;
  all.list[all.n++] = (struct channel){.number = number,
                                       .flags = fcntl(number, F_GETFL),
                                       .kind = kind_of(number, status.st_mode),
                                       .place = descriptor_place(number),
                                       .inode = status.st_ino};
  return true;
}

static bool collect_all(void) {
  all.n = 0;
  return descriptors_all(collect, NULL);
}

/* The other end of a pair; NULL: it is closed. */
static struct channel *other_end(const struct channel *end) {
  for (uint32_t i = 0; i < all.n; i++)
    if (all.list[i].place == end->place && all.list[i].inode != end->inode)
      return &all.list[i];
  return NULL;
}

static bool is_writer(const struct channel *end) {
  return (end->flags & O_ACCMODE) == O_WRONLY;
}

/* --- what can be copied --------------------------------------------------------------------------
 */

/* How many bytes can be read from it. */
static int held_by(int number) {
  int n = 0;
  return ioctl(number, FIONREAD, &n) ? INT_MAX : n;
}

static bool pipe_can_be_copied(const struct channel *end) {
  return (end->flags & O_ACCMODE) != O_RDWR && !(end->flags & O_DIRECT) &&
         held_by(end->number) <= MOST_HELD;
}

/* Returns -1 if it cannot be copied: some of it is no bytes, or they come in packets. */
static ssize_t pair_peek(const struct channel *end, char *bytes) {
  struct iovec part = {bytes, MOST_HELD};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  struct pollfd one = {.fd = end->number, .events = POLLIN};
  int type = 0;
  socklen_t size = sizeof type;
  if (REAL(poll)(&one, 1, 0) == 0)
    return 0;
  if (REAL(getsockopt)(end->number, SOL_SOCKET, SO_TYPE, &type, &size) || type != SOCK_STREAM)
    return -1;
  const ssize_t n = recvmsg(end->number, &message, MSG_PEEK | MSG_DONTWAIT);
  return message.msg_flags & MSG_CTRUNC || n != held_by(end->number) ? -1 : n;
}

static bool has_name(int number) {
  struct sockaddr_storage name;
  socklen_t size = sizeof name;
  return REAL(getsockname)(number, (struct sockaddr *)&name, &size) || size > sizeof(sa_family_t);
}

static bool same_option(int a, int b, int option) {
  char of_a[32] = "", of_b[32] = "";
  socklen_t size_a = sizeof of_a, size_b = sizeof of_b;
  REAL(getsockopt)(a, SOL_SOCKET, option, of_a, &size_a);
  REAL(getsockopt)(b, SOL_SOCKET, option, of_b, &size_b);
  return memcmp(of_a, of_b, sizeof of_a) == 0;
}

/* Whether it has the options that a new one has. */
static bool is_as_made(int number) {
  static const int options[] = {SO_RCVTIMEO, SO_SNDTIMEO, SO_RCVBUF,  SO_SNDBUF,
                                SO_PASSCRED, SO_LINGER,   SO_RCVLOWAT};
  int type = 0, made[2];
  socklen_t size = sizeof type;
  if (REAL(getsockopt)(number, SOL_SOCKET, SO_TYPE, &type, &size) ||
      socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, made))
    return false;
  bool same = true;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    same &= same_option(number, made[0], options[i]);
  REAL(close)(made[0]);
  REAL(close)(made[1]);
  return same;
}

/* Neither end is closed, by close() or shutdown(). */
static bool pair_can_be_copied(const struct channel *end) {
  char bytes[MOST_HELD];
  struct pollfd one = {.fd = end->number, .events = POLLRDHUP};
  return other_end(end) && !has_name(end->number) && REAL(poll)(&one, 1, 0) == 0 &&
         is_as_made(end->number) && pair_peek(end, bytes) >= 0;
}

static bool can_be_copied(const struct channel *channel) {
  switch (channel->kind) {
  case CHANNEL_PIPE:
    return pipe_can_be_copied(channel);
  case CHANNEL_PAIR:
    return pair_can_be_copied(channel);
  case CHANNEL_EVENT:
  case CHANNEL_SET:
    return true;
  default:
    return false;
  }
}

bool channels_can_be_copied(void) {
  if (!collect_all() || !epoll_can_be_copied())
    return false;
  for (uint32_t i = 0; i < all.n; i++)
    if (!can_be_copied(&all.list[i]))
      return false;
  return true;
}

/* --- copies --------------------------------------------------------------------------------------
 */

static void copy_failed(const char *what) {
  snprintf(rt.shared->failure, sizeof rt.shared->failure, "cannot copy %s: %m", what);
  REAL(_exit)(70);
}

/* All descriptors of the original are of the copy from now on. `end_only`: only those of the same
 * end of a pipe. */
static void replace(struct channel *original, int copy, bool end_only) {
  fcntl(copy, F_SETFL, original->flags);
  for (uint32_t i = 0; i < all.n; i++) {
    struct channel *const other = &all.list[i];
    if (other->place != original->place || other->inode != original->inode ||
        (end_only && is_writer(other) != is_writer(original)))
      continue;
    const int flags = fcntl(other->number, F_GETFD);
    dup3(copy, other->number, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
    other->copied = true;
  }
}

static struct channel *pipe_end(const struct channel *of, bool writer) {
  for (uint32_t i = 0; i < all.n; i++)
    if (all.list[i].place == of->place && is_writer(&all.list[i]) == writer)
      return &all.list[i];
  return NULL;
}

/* What is in the pipe stays there. */
static ssize_t pipe_peek(int reader, char *bytes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
    copy_failed("a pipe");
  const ssize_t n =
      tee(reader, ends[1], MOST_HELD, SPLICE_F_NONBLOCK) > 0 ? read(ends[0], bytes, MOST_HELD) : 0;
  REAL(close)(ends[0]);
  REAL(close)(ends[1]);
  return n;
}

static void pipe_copy(const struct channel *pipe) {
  struct channel *const reader = pipe_end(pipe, false), *const writer = pipe_end(pipe, true);
  char bytes[MOST_HELD];
  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    copy_failed("a pipe");
  fcntl(ends[1], F_SETPIPE_SZ, fcntl(pipe->number, F_GETPIPE_SZ));
  const ssize_t n = reader ? pipe_peek(reader->number, bytes) : 0;
  if (n > 0 && write(ends[1], bytes, (size_t)n) != n)
    copy_failed("what a pipe holds");
  if (reader)
    replace(reader, ends[0], true);
  if (writer)
    replace(writer, ends[1], true);
  REAL(close)(ends[0]);
  REAL(close)(ends[1]);
}

static void pair_copy(struct channel *end) {
  struct channel *const other = other_end(end);
  char bytes[2][MOST_HELD];
  int made[2], type = SOCK_STREAM;
  socklen_t size = sizeof type;
  const ssize_t here = pair_peek(end, bytes[0]), there = pair_peek(other, bytes[1]);
  REAL(getsockopt)(end->number, SOL_SOCKET, SO_TYPE, &type, &size);
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, made))
    copy_failed("a pair of sockets");
  if ((here > 0 && send(made[1], bytes[0], (size_t)here, 0) != here) ||
      (there > 0 && send(made[0], bytes[1], (size_t)there, 0) != there))
    copy_failed("what a socket holds");
  replace(end, made[0], false);
  replace(other, made[1], false);
  REAL(close)(made[0]);
  REAL(close)(made[1]);
}

static void event_copy(struct channel *event) {
  char text[FDINFO_SIZE];
  uint64_t count = 0;
  const char *const line =
      descriptor_info(event->number, text) ? strstr(text, "eventfd-count:") : NULL;
  const int semaphore = descriptor_is_semaphore(event->number) ? EFD_SEMAPHORE : 0;
  const int copy = eventfd(0, EFD_CLOEXEC | semaphore);
  if (copy < 0 || !line || sscanf(line, "eventfd-count: %lx", &count) != 1)
    copy_failed("an event");
  if (count > 0 && write(copy, &count, sizeof count) < 0)
    copy_failed("the count of an event");
  replace(event, copy, false);
  REAL(close)(copy);
}

/* Its members have been copied. */
static void set_copy(struct channel *set) {
  const int copy = epoll_create1(EPOLL_CLOEXEC);
  if (copy < 0 || !epoll_fill(set->place, copy))
    copy_failed("a set of descriptors");
  replace(set, copy, false);
  REAL(close)(copy);
}

static void copy(struct channel *channel) {
  switch (channel->kind) {
  case CHANNEL_PIPE:
    pipe_copy(channel);
    break;
  case CHANNEL_PAIR:
    pair_copy(channel);
    break;
  case CHANNEL_EVENT:
    event_copy(channel);
    break;
  default:
    break;
  }
}

void channels_copy(void) {
  if (!collect_all() || all.n == 0)
    return;
  for (uint32_t i = 0; i < all.n; i++)
    if (!all.list[i].copied)
      copy(&all.list[i]);
  if (!epoll_copy_members())
    copy_failed("a set of descriptors");
  for (uint32_t i = 0; i < all.n; i++)
    if (all.list[i].kind == CHANNEL_SET && !all.list[i].copied)
      set_copy(&all.list[i]);
}
