/*
 * Sockets between threads of the program: listen, connect and accept at addresses of this machine.
 * Those for datagrams are in datagrams.c, names in socket_names.c. A client without an address gets
 * one, by which the connection is known on both sides.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/created_files.h"
#include "runtime/datagrams.h"
#include "runtime/descriptors.h"
#include "runtime/epoll.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/process_numbers.h"
#include "runtime/real.h"
#include "runtime/socket_names.h"

enum { BACKLOG = 4096 };
#define CHANGES (RV_READ | RV_WRITE)

/* --- acts ---------------------------------------------------------------------------------------
 */

/* An operation on the descriptor, and on a name, if there is one. What it acts on may have changed
 * when its turn comes. False: it has waited for as long as the socket allows. */
static bool sockets_act_on(int number, enum libc_mode mode, const struct socket_name *name,
                           uint32_t on_name, bool opens, struct descriptor_wish *wish,
                           uint64_t pc) {
  struct state_acts acts, said = {.n = UINT32_MAX};
  state_is_kept("socket", false);
  for (;; said = acts) {
    acts = (struct state_acts){.n = 0, .shown = number};
    if (number >= 0)
      descriptor_acts(number, mode, false, wish, &acts);
    if (name)
      state_add_once(&acts, socket_name_place(name), on_name);
    if (name && on_name == CHANGES)
      epoll_member_acts(socket_name_place(name), &acts);
    if (opens)
      descriptor_numbers_act(true, &acts);
    if (state_acts_alike(&acts, &said))
      return !wish || !descriptor_gives_up(&acts, wish);
    struct state_acts now = acts;
    state_act(&now, pc);
  }
}

static bool sockets_act(int number, enum libc_mode mode, const struct socket_name *name, bool opens,
                        struct descriptor_wish *wish, uint64_t pc) {
  return sockets_act_on(number, mode, name, CHANGES, opens, wish, pc);
}

/* --- the functions ------------------------------------------------------------------------------
 */

EXPORT int socket(int family, int type, int protocol) {
  if (!rt.current)
    return REAL(socket)(family, type, protocol);
  const int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (family != AF_UNIX && family != AF_INET && family != AF_INET6)
    fail(ERROR_UNSUPPORTED, CALLER, FRAME, "a socket of address family %d is not supported",
         family);
  if (kind != SOCK_STREAM && kind != SOCK_DGRAM && !(kind == SOCK_SEQPACKET && family == AF_UNIX))
    fail(ERROR_UNSUPPORTED, CALLER, FRAME, "a socket of type %d is not supported", kind);
  if (kind == SOCK_DGRAM && family != AF_UNIX && protocol != 0 && protocol != IPPROTO_UDP)
    fail(ERROR_UNSUPPORTED, CALLER, FRAME, "a socket of protocol %d is not supported", protocol);
  sockets_act(-1, LIBC_CHANGE, NULL, true, NULL, CALLER);
  const int number = REAL(socket)(AF_UNIX, type, 0);
  descriptor_opened(number, -1);
  if (number >= 0 && kind == SOCK_DGRAM && family != AF_UNIX)
    datagrams_over_udp(number, family);
  return number;
}

static enum socket_ports ports_of(int number) {
  return descriptor_has_datagrams(number) ? PORTS_OF_DATAGRAMS : PORTS_OF_CONNECTIONS;
}

/* The name that the program gives. Returns false if it gives none. */
static bool name_given(struct socket_name *name, int number, const struct sockaddr *address,
                       socklen_t length, uint64_t pc, void *frame) {
  if (address)
    plain_access((uintptr_t)address, length, false, pc, frame);
  return socket_name_of(name, address, length, ports_of(number), pc, frame);
}

/* The kernel is asked to choose a name. */
static bool name_left_open(struct socket_name *name, int number, const struct sockaddr *address,
                           socklen_t length) {
  if (!address || length != sizeof address->sa_family || address->sa_family != AF_UNIX)
    return false;
  socket_name_make_up(number, true, name);
  return true;
}

EXPORT int bind(int number, const struct sockaddr *address, socklen_t length) {
  struct socket_name name;
  if (!rt.current)
    return REAL(bind)(number, address, length);
  if (!name_given(&name, number, address, length, CALLER, FRAME) &&
      !name_left_open(&name, number, address, length))
    return REAL(bind)(number, address, length); /* which fails */
  datagrams_refuse_pair(number, CALLER, FRAME);
  const bool open = socket_wants_port(address);
  if (address->sa_family == AF_UNIX && name.kernel.sun_path[0])
    created_files_note(name.kernel.sun_path, false);
  sockets_act(number, LIBC_CHANGE, open ? NULL : &name, false, NULL, CALLER);
  const int result = open ? socket_bind_to_port(number, address->sa_family, ports_of(number), &name)
                          : REAL(bind)(number, (struct sockaddr *)&name.kernel, name.length);
  if (result == 0)
    descriptor_moves(number, socket_name_place(&name));
  return result;
}

/* There is always room for one more who wants to connect. */
EXPORT int listen(int number, int backlog) {
  if (!rt.current)
    return REAL(listen)(number, backlog);
  sockets_act(number, LIBC_CHANGE, NULL, false, NULL, CALLER);
  return REAL(listen)(number, BACKLOG);
}

/* A client has a name, so that both sides know which connection it is. */
static bool name_client(int number, int family, struct socket_name *name, bool *given) {
  name->length = sizeof name->kernel;
  if (REAL(getsockname)(number, (struct sockaddr *)&name->kernel, &name->length) != 0)
    return false;
  if (socket_name_read(name))
    return true;
  *given = true;
  if (family != AF_UNIX)
    return socket_bind_to_port(number, family, PORTS_OF_CONNECTIONS, name) == 0;
  socket_name_make_up(number, false, name);
  return REAL(bind)(number, (struct sockaddr *)&name->kernel, name->length) == 0;
}

/* Takes the name back: another socket gets the number. */
static void unname(int number) {
  int type = SOCK_STREAM;
  socklen_t length = sizeof type;
  const int error = errno, flags = fcntl(number, F_GETFL), kept = fcntl(number, F_GETFD);
  getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &length);
  const int fresh = REAL(socket)(AF_UNIX, type, 0);
  if (fresh >= 0) {
    dup2(fresh, number);
    REAL(close)(fresh);
    fcntl(number, F_SETFL, flags);
    fcntl(number, F_SETFD, kept);
  }
  errno = error;
}

/* To nobody (AF_UNSPEC) ends a connection. */
static int connect_datagrams(int number, const struct sockaddr *address, socklen_t length,
                             uint64_t pc, void *frame) {
  struct socket_name name;
  const bool named = name_given(&name, number, address, length, pc, frame);
  const bool nobody =
      address && length >= sizeof address->sa_family && address->sa_family == AF_UNSPEC;
  if (!nobody && (!named || (address->sa_family != AF_UNIX) != datagrams_are_of_udp(number)))
    return REAL(connect)(number, (const struct sockaddr *)"", 0); /* which fails */
  const bool looks = named && !datagrams_are_of_udp(number); /* whether a socket has the name */
  sockets_act_on(number, LIBC_CHANGE, looks ? &name : NULL, RV_READ, false, NULL, pc);
  const int result = datagram_connect(number, named ? &name : NULL, pc, frame);
  if (result == 0 && named)
    epoll_member_heeds(number, datagram_peer_place(number));
  return result;
}

EXPORT int connect(int number, const struct sockaddr *address, socklen_t length) {
  struct socket_name name, own;
  bool given = false;
  if (rt.current && descriptor_has_datagrams(number))
    return connect_datagrams(number, address, length, CALLER, FRAME);
  if (!rt.current || !name_given(&name, number, address, length, CALLER, FRAME))
    return REAL(connect)(number, address, length);
  sockets_act(number, LIBC_CHANGE, &name, false, NULL, CALLER);
  if (!name_client(number, address->sa_family, &own, &given))
    return -1;
  const int result = REAL(connect)(number, (struct sockaddr *)&name.kernel, name.length);
  if (result != 0) {
    if (errno == ENOENT && address->sa_family != AF_UNIX)
      errno = ECONNREFUSED;
    if (given)
      unname(number);
    return result;
  }
  object_release((const void *)(uintptr_t)socket_name_place(&name));
  descriptor_moves(number, socket_name_place(&own));
  return result;
}

static int take_connection(int number, struct sockaddr *address, socklen_t *length, int flags,
                           uint64_t pc, void *frame) {
  struct descriptor_wish wish = {.waits = !descriptor_has_datagrams(number)};
  struct socket_name peer = {.length = sizeof peer.kernel};
  if (length)
    plain_access((uintptr_t)length, sizeof *length, false, pc, frame);
  if (!sockets_act(number, LIBC_TAKE, NULL, true, &wish, pc))
    return -1;
  const int taken = REAL(accept4)(number, (struct sockaddr *)&peer.kernel, &peer.length, flags);
  if (taken < 0)
    return taken;
  descriptor_synchronise(number, LIBC_TAKE);
  descriptor_opened(taken, -1);
  if (socket_name_read(&peer))
    descriptor_moves(taken, socket_name_place(&peer));
  socket_name_tell_visibly(&peer, address, length, pc, frame);
  return taken;
}

EXPORT int accept(int number, struct sockaddr *address, socklen_t *length) {
  return rt.current ? take_connection(number, address, length, 0, CALLER, FRAME)
                    : REAL(accept)(number, address, length);
}

EXPORT int accept4(int number, struct sockaddr *address, socklen_t *length, int flags) {
  return rt.current ? take_connection(number, address, length, flags, CALLER, FRAME)
                    : REAL(accept4)(number, address, length, flags);
}

/* --- what is asked and set ----------------------------------------------------------------------
 */

/* The name of one side of the socket, which `real` asks the kernel for. */
static int ask_name(__typeof__(&getsockname) real, int number, struct sockaddr *address,
                    socklen_t *length, uint64_t pc, void *frame) {
  struct socket_name name = {.length = sizeof name.kernel};
  sockets_act(number, LIBC_LOOK, NULL, false, NULL, pc);
  const int result = real(number, (struct sockaddr *)&name.kernel, &name.length);
  if (result == 0) {
    socket_name_read(&name);
    socket_name_tell_visibly(&name, address, length, pc, frame);
  }
  return result;
}

static int ask_udp_peer(int number, struct sockaddr *address, socklen_t *length, uint64_t pc,
                        void *frame) {
  struct socket_name name;
  sockets_act(number, LIBC_LOOK, NULL, false, NULL, pc);
  if (!datagram_peer(number, &name)) {
    errno = ENOTCONN;
    return -1;
  }
  socket_name_tell_visibly(&name, address, length, pc, frame);
  return 0;
}

EXPORT int getsockname(int number, struct sockaddr *address, socklen_t *length) {
  return rt.current ? ask_name(REAL(getsockname), number, address, length, CALLER, FRAME)
                    : REAL(getsockname)(number, address, length);
}

EXPORT int getpeername(int number, struct sockaddr *address, socklen_t *length) {
  if (rt.current && datagrams_are_of_udp(number))
    return ask_udp_peer(number, address, length, CALLER, FRAME);
  return rt.current ? ask_name(REAL(getpeername), number, address, length, CALLER, FRAME)
                    : REAL(getpeername)(number, address, length);
}

/* What is below the socket makes no difference between threads. */
static bool is_of_protocol(int level) {
  return level == IPPROTO_IP || level == IPPROTO_TCP || level == IPPROTO_UDP ||
         level == IPPROTO_IPV6;
}

/* Unix sockets, which the program has to the kernel, do not know these. */
static bool is_of_network(int option) {
  return option == SO_REUSEPORT || option == SO_BINDTODEVICE || option == SO_INCOMING_CPU;
}

EXPORT int setsockopt(int number, int level, int option, const void *value, socklen_t size) {
  if (!rt.current)
    return REAL(setsockopt)(number, level, option, value, size);
  if (value)
    plain_access((uintptr_t)value, size, false, CALLER, FRAME);
  sockets_act(number, LIBC_CHANGE, NULL, false, NULL, CALLER);
  return (is_of_protocol(level) && descriptor_place(number)) ||
                 (level == SOL_SOCKET && is_of_network(option))
             ? 0
             : REAL(setsockopt)(number, level, option, value, size);
}

EXPORT int getsockopt(int number, int level, int option, void *value, socklen_t *size) {
  if (!rt.current)
    return REAL(getsockopt)(number, level, option, value, size);
  sockets_act(number, LIBC_LOOK, NULL, false, NULL, CALLER);
  if (is_of_protocol(level) && descriptor_place(number) && value && size)
    memset(value, 0, *size);
  else if (REAL(getsockopt)(number, level, option, value, size) != 0)
    return -1;
  if (level == SOL_SOCKET && option == SO_PEERCRED && *size == sizeof(struct ucred))
    ((struct ucred *)value)->pid = number_for_program(((struct ucred *)value)->pid);
  plain_access((uintptr_t)size, sizeof *size, true, CALLER, FRAME);
  plain_access((uintptr_t)value, *size, true, CALLER, FRAME);
  return 0;
}
