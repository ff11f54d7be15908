/*
 * Sockets between threads of the program: listen, connect and accept at addresses of this machine.
 *
 * To the kernel all of them are Unix sockets. An address of the Internet is a name that belongs to
 * this process: so what a port is used for outside of the program makes no difference, no port is
 * in use for a while after it was closed, and ports that the kernel would choose are the same in
 * every execution. A client without an address gets one, by which the connection is known on both
 * sides.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/created_files.h"
#include "runtime/descriptors.h"
#include "runtime/epoll.h"
#include "runtime/error.h"
#include "runtime/object.h"
#include "runtime/process_numbers.h"
#include "runtime/real.h"

enum {
  FIRST_PORT = 32768,
  PORTS = 28232,
  BACKLOG = 4096,
  PATH_AT = offsetof(struct sockaddr_un, sun_path)
};
#define CHANGES (RV_READ | RV_WRITE)
#define OURS "ravel-%d-" /* and the rest: 4PORT, 6PORT, @NAME, or c and a number */

/* A name as the kernel has it; `text` is what stands for it in every process. */
struct name {
  struct sockaddr_un kernel;
  socklen_t length;
  char text[sizeof(struct sockaddr_un)];
};

/* --- names --------------------------------------------------------------------------------------
 */

static int process(void) {
  return REAL(getpid)();
}

static void name_make(struct name *name, const char *text) {
  memset(name, 0, sizeof *name);
  name->kernel.sun_family = AF_UNIX;
  snprintf(name->text, sizeof name->text, "%s", text);
  const int n = snprintf(name->kernel.sun_path + 1, sizeof name->kernel.sun_path - 1, OURS "%s",
                         process(), text);
  name->length = (socklen_t)(PATH_AT + 1 + n);
}

static bool name_of_path(struct name *name, const struct sockaddr_un *address, socklen_t length) {
  char text[sizeof address->sun_path + 1] = "@";
  const size_t n = length > PATH_AT ? length - PATH_AT : 0;
  if (n == 0 || n > sizeof address->sun_path)
    return false;
  if (address->sun_path[0] == 0) {
    memcpy(text + 1, address->sun_path + 1, n - 1);
    name_make(name, text);
    return true;
  }
  memset(name, 0, sizeof *name);
  memcpy(&name->kernel, address, length);
  name->length = length;
  snprintf(name->text, sizeof name->text, "%.*s", (int)n, address->sun_path);
  return true;
}

static void name_of_port(struct name *name, int family, unsigned port) {
  char text[16];
  snprintf(text, sizeof text, "%c%u", family == AF_INET ? '4' : '6', port);
  name_make(name, text);
}

static bool is_here(const struct sockaddr *address) {
  const in_addr_t four = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
  const struct in6_addr *const six = &((const struct sockaddr_in6 *)address)->sin6_addr;
  return address->sa_family == AF_INET ? four == INADDR_ANY || four >> 24 == IN_LOOPBACKNET
                                       : IN6_IS_ADDR_LOOPBACK(six) || IN6_IS_ADDR_UNSPECIFIED(six);
}

/* False: it is no address. Those of other machines are not supported. */
static bool name_of(struct name *name, const struct sockaddr *address, socklen_t length,
                    uint64_t pc, void *frame) {
  if (!address || length < sizeof address->sa_family)
    return false;
  plain_access((uintptr_t)address, length, false, pc, frame);
  if (address->sa_family == AF_UNIX)
    return name_of_path(name, (const struct sockaddr_un *)address, length);
  const bool four = address->sa_family == AF_INET;
  if ((!four && address->sa_family != AF_INET6) ||
      length < (four ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6)))
    return false;
  if (!is_here(address))
    fail(ERROR_UNSUPPORTED, pc, frame,
         "a socket with an address of another machine is not supported");
  /* The port is at the same place in both. */
  name_of_port(name, address->sa_family, ntohs(((const struct sockaddr_in *)address)->sin_port));
  return true;
}

/* What the kernel says, without the process. False: the socket has no name. */
static bool name_read(struct name *name) {
  int pid, at = 0;
  name->text[0] = 0;
  if (name->length <= PATH_AT)
    return false;
  ((char *)&name
       ->kernel)[name->length < sizeof name->kernel ? name->length : sizeof name->kernel - 1] = 0;
  const char *const path = name->kernel.sun_path;
  if (*path == 0 && sscanf(path + 1, OURS "%n", &pid, &at) == 1 && at > 0)
    snprintf(name->text, sizeof name->text, "%s", path + 1 + at);
  else
    snprintf(name->text, sizeof name->text, "%s", path);
  return true;
}

/* As the program knows the address. */
static socklen_t address_of(const struct name *name, struct sockaddr_storage *to) {
  unsigned port;
  memset(to, 0, sizeof *to);
  to->ss_family = AF_UNIX;
  if (name->length <= PATH_AT || name->kernel.sun_path[0] != 0) {
    memcpy(to, &name->kernel, name->length);
    return name->length;
  }
  if (name->text[0] == '4' && sscanf(name->text + 1, "%u", &port) == 1) {
    *(struct sockaddr_in *)to = (struct sockaddr_in){.sin_family = AF_INET,
                                                     .sin_port = htons((uint16_t)port),
                                                     .sin_addr = {htonl(INADDR_LOOPBACK)}};
    return sizeof(struct sockaddr_in);
  }
  if (name->text[0] == '6' && sscanf(name->text + 1, "%u", &port) == 1) {
    *(struct sockaddr_in6 *)to = (struct sockaddr_in6){
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = in6addr_loopback};
    return sizeof(struct sockaddr_in6);
  }
  if (name->text[0] != '@') /* a client that the program has given no name */
    return sizeof(sa_family_t);
  memcpy(((struct sockaddr_un *)to)->sun_path + 1, name->text + 1, strlen(name->text + 1));
  return (socklen_t)(PATH_AT + strlen(name->text));
}

static void tell_address(const struct name *name, struct sockaddr *address, socklen_t *length,
                         uint64_t pc, void *frame) {
  struct sockaddr_storage known;
  if (!address || !length)
    return;
  const socklen_t n = address_of(name, &known), room = *length;
  plain_access((uintptr_t)address, n < room ? n : room, true, pc, frame);
  plain_access((uintptr_t)length, sizeof *length, true, pc, frame);
  memcpy(address, &known, n < room ? n : room);
  *length = n;
}

/* --- acts ---------------------------------------------------------------------------------------
 */

static uint64_t place_of(const struct name *name) {
  return descriptor_place_named(name->text);
}

/* An operation on the descriptor, and on a name, if there is one. What it acts on may have changed
 * when its turn comes. False: it has waited for as long as the socket allows. */
static bool sockets_act(int number, enum libc_mode mode, const struct name *name, bool opens,
                        struct descriptor_wish *wish, uint64_t pc) {
  struct state_acts acts, said = {.n = UINT32_MAX};
  state_is_kept("socket", false);
  for (;; said = acts) {
    acts = (struct state_acts){.n = 0, .shown = number};
    if (number >= 0)
      descriptor_acts(number, mode, false, wish, &acts);
    if (name) {
      state_add_once(&acts, place_of(name), CHANGES);
      epoll_member_acts(place_of(name), &acts);
    }
    if (opens)
      descriptor_numbers_act(true, &acts);
    if (state_acts_alike(&acts, &said))
      return !wish || !descriptor_gives_up(&acts, wish);
    struct state_acts now = acts;
    state_act(&now, pc);
  }
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
  if (kind != SOCK_STREAM && !(kind == SOCK_SEQPACKET && family == AF_UNIX))
    fail(ERROR_UNSUPPORTED, CALLER, FRAME, "a socket for datagrams is not supported");
  sockets_act(-1, LIBC_CHANGE, NULL, true, NULL, CALLER);
  (void)protocol;
  const int number = REAL(socket)(AF_UNIX, type, 0);
  descriptor_opened(number, -1);
  return number;
}

/* Ports that a program leaves open are told by who opened the socket. */
static unsigned own_port(int number, unsigned attempt) {
  const uint64_t index =
      (descriptor_place(number) - state_place(STATE_DESCRIPTOR, 0)) / SHARED_STATE_STRIDE;
  return FIRST_PORT + (unsigned)((index + attempt) % PORTS);
}

static bool wants_port(const struct sockaddr *address) {
  return address->sa_family != AF_UNIX && ((const struct sockaddr_in *)address)->sin_port == 0;
}

static int bind_to_port(int number, int family, struct name *name) {
  for (unsigned attempt = 0; attempt < PORTS; attempt++) {
    name_of_port(name, family, own_port(number, attempt));
    if (REAL(bind)(number, (struct sockaddr *)&name->kernel, name->length) == 0)
      return 0;
    if (errno != EADDRINUSE)
      return -1;
  }
  return -1;
}

EXPORT int bind(int number, const struct sockaddr *address, socklen_t length) {
  struct name name;
  if (!rt.current || !name_of(&name, address, length, CALLER, FRAME))
    return REAL(bind)(number, address, length);
  const bool open = wants_port(address);
  if (address->sa_family == AF_UNIX && name.kernel.sun_path[0])
    created_files_note(name.kernel.sun_path, false);
  sockets_act(number, LIBC_CHANGE, open ? NULL : &name, false, NULL, CALLER);
  const int result = open ? bind_to_port(number, address->sa_family, &name)
                          : REAL(bind)(number, (struct sockaddr *)&name.kernel, name.length);
  if (result == 0)
    descriptor_moves(number, place_of(&name));
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
static bool name_client(int number, int family, struct name *name, bool *given) {
  char text[32];
  name->length = sizeof name->kernel;
  if (REAL(getsockname)(number, (struct sockaddr *)&name->kernel, &name->length) != 0)
    return false;
  if (name_read(name))
    return true;
  *given = true;
  if (family != AF_UNIX)
    return bind_to_port(number, family, name) == 0;
  snprintf(text, sizeof text, "c%u", own_port(number, 0));
  name_make(name, text);
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

EXPORT int connect(int number, const struct sockaddr *address, socklen_t length) {
  struct name name, own;
  bool given = false;
  if (!rt.current || !name_of(&name, address, length, CALLER, FRAME))
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
  object_release((const void *)(uintptr_t)place_of(&name));
  descriptor_moves(number, place_of(&own));
  return result;
}

static int take_connection(int number, struct sockaddr *address, socklen_t *length, int flags,
                           uint64_t pc, void *frame) {
  struct descriptor_wish wish = {.waits = true};
  struct name peer = {.length = sizeof peer.kernel};
  if (length)
    plain_access((uintptr_t)length, sizeof *length, false, pc, frame);
  if (!sockets_act(number, LIBC_TAKE, NULL, true, &wish, pc))
    return -1;
  const int taken = REAL(accept4)(number, (struct sockaddr *)&peer.kernel, &peer.length, flags);
  if (taken < 0)
    return taken;
  descriptor_synchronise(number, LIBC_TAKE);
  descriptor_opened(taken, -1);
  if (name_read(&peer))
    descriptor_moves(taken, place_of(&peer));
  tell_address(&peer, address, length, pc, frame);
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
  struct name name = {.length = sizeof name.kernel};
  sockets_act(number, LIBC_LOOK, NULL, false, NULL, pc);
  const int result = real(number, (struct sockaddr *)&name.kernel, &name.length);
  if (result == 0) {
    name_read(&name);
    tell_address(&name, address, length, pc, frame);
  }
  return result;
}

EXPORT int getsockname(int number, struct sockaddr *address, socklen_t *length) {
  return rt.current ? ask_name(REAL(getsockname), number, address, length, CALLER, FRAME)
                    : REAL(getsockname)(number, address, length);
}

EXPORT int getpeername(int number, struct sockaddr *address, socklen_t *length) {
  return rt.current ? ask_name(REAL(getpeername), number, address, length, CALLER, FRAME)
                    : REAL(getpeername)(number, address, length);
}

/* What is below the socket makes no difference between threads. */
static bool is_of_protocol(int level) {
  return level == IPPROTO_IP || level == IPPROTO_TCP || level == IPPROTO_IPV6;
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
