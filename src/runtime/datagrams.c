#define _GNU_SOURCE
#include "runtime/datagrams.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/descriptors.h"
#include "runtime/epoll.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/real.h"

enum { MAX_UDP = 256, MOST_BYTES = 65507, PORT_ARGUMENT = 4, LENGTH_ARGUMENT = 5 };
#define CHANGES (RV_READ | RV_WRITE)

static struct udp {
  uint64_t place; /* what stands for it, and for its duplicates */
  int family;
  bool connected, silent;  /* silent: it has been shut down for sending */
  struct socket_name peer; /* if it is */
} sockets[MAX_UDP];
static uint32_t n_sockets;

/* The call that is answered. */
static struct {
  uint64_t pc;
  void *frame;
} asked;

/* --- sockets of UDP ------------------------------------------------------------------------------
 */

static struct udp *udp_at(uint64_t place) {
  for (uint32_t i = 0; i < n_sockets; i++)
    if (sockets[i].place == place)
      return &sockets[i];
  return NULL;
}

static struct udp *udp_of(int number) {
  return n_sockets ? udp_at(descriptor_place(number)) : NULL;
}

bool datagrams_are_of_udp(int number) {
  return udp_of(number) != NULL;
}

void datagrams_over_udp(int number, int family) {
  const uint64_t place = descriptor_place(number);
  struct udp *socket = udp_at(place);
  for (uint32_t i = 0; i < n_sockets && !socket; i++)
    if (descriptor_at(sockets[i].place) < 0) /* it has been closed */
      socket = &sockets[i];
  if (!socket && n_sockets == MAX_UDP)
    fail(ERROR_UNSUPPORTED, asked.pc, asked.frame, "more than %d sockets of UDP are not supported",
         MAX_UDP);
  if (!socket)
    socket = &sockets[n_sockets++];
  *socket = (struct udp){.place = place, .family = family};
}

void datagrams_move(uint64_t from, uint64_t to) {
  struct udp *const socket = udp_at(from), *const closed = udp_at(to);
  if (!socket)
    return;
  if (closed && closed != socket)
    closed->place = 0;
  socket->place = to;
}

void datagrams_reset(void) {
  n_sockets = 0;
}

/* --- names ---------------------------------------------------------------------------------------
 */

static bool own_name(int number, struct socket_name *name) {
  name->length = sizeof name->kernel;
  return REAL(getsockname)(number, (struct sockaddr *)&name->kernel, &name->length) == 0 &&
         socket_name_read(name);
}

bool datagram_peer(int number, struct socket_name *name) {
  const struct udp *const socket = udp_of(number);
  if (socket) {
    if (socket->connected)
      *name = socket->peer;
    return socket->connected;
  }
  name->length = sizeof name->kernel;
  return REAL(getpeername)(number, (struct sockaddr *)&name->kernel, &name->length) == 0 &&
         socket_name_read(name);
}

uint64_t datagram_peer_place(int number) {
  struct socket_name name;
  return descriptor_has_datagrams(number) && !udp_of(number) && datagram_peer(number, &name)
             ? socket_name_place(&name)
             : 0;
}

/* An address that the socket can send to. */
static bool is_known_to(int number, const struct sockaddr *address, socklen_t length) {
  const struct udp *const socket = udp_of(number);
  return address && length >= sizeof address->sa_family &&
         address->sa_family == (socket ? socket->family : AF_UNIX);
}

/* To whom is sent. Returns false: to nobody by name. */
static bool target_of(int number, const struct sockaddr *address, socklen_t length, uint64_t pc,
                      void *frame, struct socket_name *name) {
  if (!address)
    return datagram_peer(number, name);
  return is_known_to(number, address, length) &&
         socket_name_of(name, address, length, PORTS_OF_DATAGRAMS, pc, frame);
}

/* --- acts ----------------------------------------------------------------------------------------
 */

bool datagram_has_room(uint64_t place) {
  struct socket_name name;
  const int number = descriptor_at(place);
  if (number < 0 || !own_name(number, &name))
    return true;
  const int probe = REAL(socket)(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct pollfd one = {.fd = probe, .events = POLLOUT};
  const bool fails = REAL(connect)(probe, (struct sockaddr *)&name.kernel, name.length) != 0;
  const bool has_room = fails || REAL(poll)(&one, 1, 0) == 1;
  REAL(close)(probe);
  return has_room;
}

static bool addressed(const struct libc_function *row, const struct libc_call *call, int number,
                      struct socket_name *name) {
  const struct sockaddr *address = NULL;
  socklen_t length = 0;
  if (strcmp(row->name, "sendto") == 0) {
    address = (const struct sockaddr *)libc_argument(call, PORT_ARGUMENT);
    length = (socklen_t)libc_argument(call, LENGTH_ARGUMENT);
  } else if (strcmp(row->name, "sendmsg") == 0) {
    const struct msghdr *const message = (const struct msghdr *)libc_argument(call, 1);
    address = message->msg_name;
    length = message->msg_namelen;
  }
  return target_of(number, address, length, call->pc, call->frame, name);
}

/* A socket of UDP without a port gets one when it sends, and is another place then. */
bool datagram_acts(const struct libc_function *row, const struct libc_call *call,
                   struct descriptor_wish *wish, struct state_acts *acts) {
  struct socket_name name, own;
  const int number = (int)libc_argument(call, row->object_arg);
  if (row->mode != LIBC_ADD || !descriptor_has_datagrams(number) ||
      !addressed(row, call, number, &name))
    return false;
  const uint64_t place = descriptor_place(number), to = socket_name_place(&name);
  const bool udp = udp_of(number) != NULL;
  acts->shown = number;
  state_add(acts, to, CHANGES);
  epoll_member_acts(to, acts);
  if (place != to)
    state_add(acts, place, udp && !own_name(number, &own) ? CHANGES : RV_READ);
  if (wish && !udp)
    descriptor_awaits_room(number, to, wish, acts);
  return true;
}

/* --- sending -------------------------------------------------------------------------------------
 */

static ssize_t datagram_failed(int error) {
  errno = error;
  return -1;
}

static ssize_t refuse_to_keep(void) {
  fail(ERROR_UNSUPPORTED, asked.pc, asked.frame,
       "more datagrams on their way than the kernel keeps for Unix sockets "
       "(net.unix.max_dgram_qlen, SO_SNDBUF) are not supported");
}

static void delivered(uint64_t place) {
  object_release((const void *)(uintptr_t)place);
}

static size_t size_of(const struct msghdr *message) {
  size_t size = 0;
  for (size_t i = 0; i < message->msg_iovlen; i++)
    size += message->msg_iov[i].iov_len;
  return size;
}

/* It would wait where it has been told that it need not. */
static ssize_t send_to(int number, const struct socket_name *to, const struct msghdr *message,
                       int flags) {
  struct msghdr named = *message;
  if (to && message->msg_name) {
    named.msg_name = (void *)(uintptr_t)&to->kernel;
    named.msg_namelen = to->length;
  }
  const uint64_t place = to ? socket_name_place(to) : descriptor_place(number);
  const ssize_t n = sendmsg(number, &named, flags | MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN && to && datagram_has_room(place))
    return refuse_to_keep();
  if (n >= 0)
    delivered(place);
  return n;
}

/* As the socket that it is sent to sees it: from nobody that it has been connected to. */
static bool is_unwanted(int number, const struct socket_name *to) {
  struct socket_name own;
  const struct udp *const receiver = udp_at(socket_name_place(to));
  return receiver && receiver->connected && own_name(number, &own) &&
         strcmp(receiver->peer.text, own.text) != 0;
}

static int give_port(int number, const struct udp *socket) {
  struct socket_name name;
  if (own_name(number, &name))
    return 0;
  if (socket_bind_to_port(number, socket->family, PORTS_OF_DATAGRAMS, &name) != 0)
    return -1;
  descriptor_moves(number, socket_name_place(&name));
  return 0;
}

/* Nobody gets it. Who is connected would be told so by the next call. */
static ssize_t udp_lost(const struct udp *socket, const struct socket_name *to, size_t size) {
  if (socket->connected)
    fail(ERROR_UNSUPPORTED, asked.pc, asked.frame,
         "a datagram to port %s, where no socket receives it from this one, over a connected "
         "socket, which gets ECONNREFUSED from its next call, is not supported",
         to->text + 1);
  return (ssize_t)size;
}

static ssize_t udp_send(struct udp *socket, int number, const struct msghdr *message, int flags) {
  struct socket_name to;
  struct msghdr named = *message;
  const struct sockaddr *const address = message->msg_name;
  const size_t size = size_of(message);
  if (!address && !socket->connected)
    return datagram_failed(EDESTADDRREQ);
  if (address && !is_known_to(number, address, message->msg_namelen))
    return datagram_failed(EAFNOSUPPORT);
  if (!target_of(number, address, message->msg_namelen, asked.pc, asked.frame, &to) ||
      (address && socket_wants_port(address)))
    return datagram_failed(EINVAL);
  if (size > MOST_BYTES)
    return datagram_failed(EMSGSIZE);
  if (give_port(number, socket) != 0)
    return -1;
  if (is_unwanted(number, &to))
    return udp_lost(socket, &to, size);
  named.msg_name = &to.kernel;
  named.msg_namelen = to.length;
  const ssize_t n = sendmsg(number, &named, flags | MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN)
    return refuse_to_keep();
  if (n < 0 && errno == EPIPE && !socket->silent) /* the receiver has been, for receiving */
    return (ssize_t)size;
  if (n < 0 && errno == ECONNREFUSED)
    return udp_lost(socket, &to, size);
  if (n >= 0)
    delivered(socket_name_place(&to));
  return n;
}

static ssize_t datagram_sendmsg(int number, const struct msghdr *message, int flags) {
  struct udp *const socket = udp_of(number);
  struct socket_name to;
  if (socket)
    return udp_send(socket, number, message, flags);
  const bool named =
      target_of(number, message->msg_name, message->msg_namelen, asked.pc, asked.frame, &to);
  return send_to(number, named ? &to : NULL, message, flags);
}

static ssize_t datagram_sendto(int number, const void *bytes, size_t size, int flags,
                               const struct sockaddr *address, socklen_t length) {
  struct iovec part = {(void *)(uintptr_t)bytes, size};
  return datagram_sendmsg(number,
                          &(struct msghdr){.msg_name = (void *)(uintptr_t)address,
                                           .msg_namelen = length,
                                           .msg_iov = &part,
                                           .msg_iovlen = 1},
                          flags);
}

static ssize_t datagram_send(int number, const void *bytes, size_t size, int flags) {
  return datagram_sendto(number, bytes, size, flags, NULL, 0);
}

static ssize_t datagram_write(int number, const void *bytes, size_t size) {
  return datagram_sendto(number, bytes, size, 0, NULL, 0);
}

static ssize_t datagram_writev(int number, const struct iovec *parts, int n) {
  return datagram_sendmsg(
      number,
      &(struct msghdr){.msg_iov = (struct iovec *)(uintptr_t)parts, .msg_iovlen = (size_t)n}, 0);
}

static int udp_shutdown(int number, int how) {
  struct udp *const socket = udp_of(number);
  if (!socket->connected)
    return (int)datagram_failed(ENOTCONN);
  socket->silent |= how == SHUT_WR || how == SHUT_RDWR;
  return shutdown(number, how);
}

/* --- receiving -----------------------------------------------------------------------------------
 */

/* Who is connected over TCP is not told again who the other is. */
static void tell_sender(int number, struct socket_name *from, struct msghdr *message) {
  socket_name_read(from);
  if (!descriptor_has_datagrams(number) && socket_name_is_port(from))
    message->msg_namelen = 0;
  else
    socket_name_tell(from, message->msg_name, &message->msg_namelen);
}

static ssize_t named_recvmsg(int number, struct msghdr *message, int flags) {
  struct socket_name from;
  struct msghdr inner = *message;
  if (!message->msg_name)
    return recvmsg(number, message, flags);
  inner.msg_name = &from.kernel;
  inner.msg_namelen = sizeof from.kernel;
  const ssize_t n = recvmsg(number, &inner, flags);
  if (n < 0)
    return n;
  from.length = inner.msg_namelen;
  message->msg_controllen = inner.msg_controllen;
  message->msg_flags = inner.msg_flags;
  tell_sender(number, &from, message);
  return n;
}

static ssize_t named_recvfrom(int number, void *bytes, size_t size, int flags,
                              struct sockaddr *address, socklen_t *length) {
  struct iovec part = {bytes, size};
  struct msghdr message = {.msg_name = length ? address : NULL,
                           .msg_namelen = length ? *length : 0,
                           .msg_iov = &part,
                           .msg_iovlen = 1};
  const ssize_t n = named_recvmsg(number, &message, flags);
  if (n >= 0 && message.msg_name)
    *length = message.msg_namelen;
  return n;
}

/* --- calls ---------------------------------------------------------------------------------------
 */

static const struct {
  const char *name;
  void *sends, *receives; /* in its place, of datagrams, or of any socket; */
  bool of_udp;            /* or of UDP alone */
} answers[] = {
    {"sendmsg", (void *)datagram_sendmsg, NULL, false},
    {"sendto", (void *)datagram_sendto, NULL, false},
    {"send", (void *)datagram_send, NULL, false},
    {"write", (void *)datagram_write, NULL, false},
    {"writev", (void *)datagram_writev, NULL, false},
    {"recvmsg", NULL, (void *)named_recvmsg, false},
    {"recvfrom", NULL, (void *)named_recvfrom, false},
    {"shutdown", NULL, (void *)udp_shutdown, true},
};

bool datagram_answers(const char *function, struct libc_call *call) {
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    if (strcmp(answers[i].name, function) != 0)
      continue;
    asked.pc = call->pc;
    asked.frame = call->frame;
    if (answers[i].of_udp && !datagrams_are_of_udp((int)libc_argument(call, 0)))
      return false;
    if (answers[i].receives)
      call->real = answers[i].receives;
    else if (!descriptor_has_datagrams((int)libc_argument(call, 0)))
      return false;
    else
      call->real = answers[i].sends;
    return answers[i].sends;
  }
  return false;
}

/* Several datagrams in one call are one after the other. */
EXPORT int sendmmsg(int number, struct mmsghdr *list, unsigned n, int flags) {
  unsigned i = 0;
  if (!rt.current)
    return REAL(sendmmsg)(number, list, n, flags);
  for (; i < n; i++) {
    const long arguments[6] = {number, (long)(uintptr_t)&list[i].msg_hdr, flags};
    const long sent = libc_call_for("sendmsg", arguments, CALLER, FRAME);
    if (sent < 0)
      break;
    plain_access((uintptr_t)&list[i].msg_len, sizeof list[i].msg_len, true, CALLER, FRAME);
    list[i].msg_len = (unsigned)sent;
  }
  return i > 0 || n == 0 ? (int)i : -1;
}

EXPORT int recvmmsg(int number, struct mmsghdr *list, unsigned n, int flags,
                    struct timespec *time) {
  unsigned i = 0;
  if (!rt.current)
    return REAL(recvmmsg)(number, list, n, flags, time);
  if (time)
    fail(ERROR_UNSUPPORTED, CALLER, FRAME, "recvmmsg() with a time-out is not supported");
  for (; i < n; i++) {
    const int now =
        (flags & ~MSG_WAITFORONE) | (i > 0 && flags & MSG_WAITFORONE ? MSG_DONTWAIT : 0);
    const long arguments[6] = {number, (long)(uintptr_t)&list[i].msg_hdr, now};
    const long received = libc_call_for("recvmsg", arguments, CALLER, FRAME);
    if (received < 0)
      break;
    plain_access((uintptr_t)&list[i].msg_len, sizeof list[i].msg_len, true, CALLER, FRAME);
    list[i].msg_len = (unsigned)received;
  }
  return i > 0 || n == 0 ? (int)i : -1;
}

/* --- connecting ----------------------------------------------------------------------------------
 */

/* A pair is one place for both of its ends, as long as they have no names. */
void datagrams_refuse_pair(int number, uint64_t pc, void *frame) {
  struct socket_name name = {.length = sizeof name.kernel};
  if (descriptor_has_datagrams(number) &&
      REAL(getpeername)(number, (struct sockaddr *)&name.kernel, &name.length) == 0 &&
      !socket_name_read(&name))
    fail(ERROR_UNSUPPORTED, pc, frame, "a name for an end of a pair of sockets is not supported");
}

int datagram_connect(int number, const struct socket_name *to, uint64_t pc, void *frame) {
  static const struct sockaddr nobody = {.sa_family = AF_UNSPEC};
  struct udp *const socket = udp_of(number);
  if (!socket) {
    datagrams_refuse_pair(number, pc, frame);
    return to ? REAL(connect)(number, (const struct sockaddr *)&to->kernel, to->length)
              : REAL(connect)(number, &nobody, sizeof nobody);
  }
  if (to && give_port(number, socket) != 0)
    return -1;
  struct udp *const now = udp_of(number);
  now->connected = to != NULL;
  if (to)
    now->peer = *to;
  return 0;
}
