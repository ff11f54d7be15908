#define _GNU_SOURCE
#include "runtime/socket_names.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/access.h"
#include "runtime/descriptors.h"
#include "runtime/error.h"
#include "runtime/real.h"

enum { FIRST_PORT = 32768, PORTS = 28232, PATH_AT = offsetof(struct sockaddr_un, sun_path) };
/* And the rest: the letter of a kind of port and the port, @NAME, or c and a number. */
#define OURS "ravel-%d-"

/* The letter for ports of a family. */
static char letter_of(int family, enum socket_ports ports) {
  return family == AF_INET ? (ports == PORTS_OF_DATAGRAMS ? 'u' : '4')
                           : (ports == PORTS_OF_DATAGRAMS ? 'v' : '6');
}

static int process(void) {
  return REAL(getpid)();
}

void socket_name_make(struct socket_name *name, const char *text) {
  memset(name, 0, sizeof *name);
  name->kernel.sun_family = AF_UNIX;
  snprintf(name->text, sizeof name->text, "%s", text);
  const int n = snprintf(name->kernel.sun_path + 1, sizeof name->kernel.sun_path - 1, OURS "%s",
                         process(), text);
  name->length = (socklen_t)(PATH_AT + 1 + n);
}

/* The same text for whatever way leads to the file: its directory without links, and its name. If
 * that is long, the end of it. */
static void path_text(char *text, size_t size, const char *path) {
  char directory[PATH_MAX], whole[PATH_MAX + sizeof(struct sockaddr_un)];
  const char *const slash = strrchr(path, '/'), *const file = slash ? slash + 1 : path;
  char before[sizeof(struct sockaddr_un)];
  snprintf(before, sizeof before, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
  snprintf(whole, sizeof whole, "%s/%s", realpath(before, directory) ? directory : before, file);
  const size_t n = strlen(whole);
  snprintf(text, size, "%s", n < size ? whole : whole + n - size + 1);
}

static bool name_of_path(struct socket_name *name, const struct sockaddr_un *address,
                         socklen_t length) {
  char text[sizeof address->sun_path + 1] = "@";
  const size_t n = length > PATH_AT ? length - PATH_AT : 0;
  if (n == 0 || n > sizeof address->sun_path)
    return false;
  if (address->sun_path[0] == 0) {
    memcpy(text + 1, address->sun_path + 1, n - 1);
    socket_name_make(name, text);
    return true;
  }
  memset(name, 0, sizeof *name);
  memcpy(&name->kernel, address, length);
  name->length = length;
  snprintf(text, sizeof text, "%.*s", (int)n, address->sun_path);
  path_text(name->text, sizeof name->text, text);
  return true;
}

void socket_name_of_port(struct socket_name *name, int family, enum socket_ports ports,
                         unsigned port) {
  char text[16];
  snprintf(text, sizeof text, "%c%u", letter_of(family, ports), port);
  socket_name_make(name, text);
}

static bool is_here(const struct sockaddr *address) {
  const in_addr_t four = ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr);
  const struct in6_addr *const six = &((const struct sockaddr_in6 *)address)->sin6_addr;
  return address->sa_family == AF_INET ? four == INADDR_ANY || four >> 24 == IN_LOOPBACKNET
                                       : IN6_IS_ADDR_LOOPBACK(six) || IN6_IS_ADDR_UNSPECIFIED(six);
}

bool socket_name_of(struct socket_name *name, const struct sockaddr *address, socklen_t length,
                    enum socket_ports ports, uint64_t pc, void *frame) {
  if (!address || length < sizeof address->sa_family)
    return false;
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
  socket_name_of_port(name, address->sa_family, ports,
                      ntohs(((const struct sockaddr_in *)address)->sin_port));
  return true;
}

/* What the kernel says, without the process. */
bool socket_name_read(struct socket_name *name) {
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
    path_text(name->text, sizeof name->text, path);
  return true;
}

static int family_of(char letter) {
  return letter == '4' || letter == 'u' ? AF_INET : letter == '6' || letter == 'v' ? AF_INET6 : 0;
}

/* As the program knows the address. */
static socklen_t address_of(const struct socket_name *name, struct sockaddr_storage *to) {
  unsigned port;
  memset(to, 0, sizeof *to);
  to->ss_family = AF_UNIX;
  if (name->length <= PATH_AT || name->kernel.sun_path[0] != 0) {
    memcpy(to, &name->kernel, name->length);
    return name->length;
  }
  if (family_of(*name->text) == AF_INET && sscanf(name->text + 1, "%u", &port) == 1) {
    *(struct sockaddr_in *)to = (struct sockaddr_in){.sin_family = AF_INET,
                                                     .sin_port = htons((uint16_t)port),
                                                     .sin_addr = {htonl(INADDR_LOOPBACK)}};
    return sizeof(struct sockaddr_in);
  }
  if (family_of(*name->text) == AF_INET6 && sscanf(name->text + 1, "%u", &port) == 1) {
    *(struct sockaddr_in6 *)to = (struct sockaddr_in6){
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port), .sin6_addr = in6addr_loopback};
    return sizeof(struct sockaddr_in6);
  }
  if (name->text[0] != '@') /* a client that the program has given no name */
    return sizeof(sa_family_t);
  memcpy(((struct sockaddr_un *)to)->sun_path + 1, name->text + 1, strlen(name->text + 1));
  return (socklen_t)(PATH_AT + strlen(name->text));
}

void socket_name_tell(const struct socket_name *name, struct sockaddr *address, socklen_t *length) {
  struct sockaddr_storage known;
  const socklen_t n = address_of(name, &known), room = *length;
  memcpy(address, &known, n < room ? n : room);
  *length = n;
}

void socket_name_tell_visibly(const struct socket_name *name, struct sockaddr *address,
                              socklen_t *length, uint64_t pc, void *frame) {
  struct sockaddr_storage known;
  if (!address || !length)
    return;
  const socklen_t n = address_of(name, &known), room = *length;
  plain_access((uintptr_t)address, n < room ? n : room, true, pc, frame);
  plain_access((uintptr_t)length, sizeof *length, true, pc, frame);
  socket_name_tell(name, address, length);
}

bool socket_name_is_port(const struct socket_name *name) {
  return name->length > PATH_AT && name->kernel.sun_path[0] == 0 && family_of(*name->text) != 0;
}

uint64_t socket_name_place(const struct socket_name *name) {
  return descriptor_place_named(name->text);
}

/* --- names that are made up ----------------------------------------------------------------------
 */

static unsigned own_port(int number, unsigned attempt) {
  const uint64_t index =
      (descriptor_place(number) - state_place(STATE_DESCRIPTOR, 0)) / SHARED_STATE_STRIDE;
  return FIRST_PORT + (unsigned)((index + attempt) % PORTS);
}

bool socket_wants_port(const struct sockaddr *address) {
  return address->sa_family != AF_UNIX && ((const struct sockaddr_in *)address)->sin_port == 0;
}

int socket_bind_to_port(int number, int family, enum socket_ports ports, struct socket_name *name) {
  for (unsigned attempt = 0; attempt < PORTS; attempt++) {
    socket_name_of_port(name, family, ports, own_port(number, attempt));
    if (REAL(bind)(number, (struct sockaddr *)&name->kernel, name->length) == 0)
      return 0;
    if (errno != EADDRINUSE)
      return -1;
  }
  return -1;
}

void socket_name_make_up(int number, bool plain, struct socket_name *name) {
  char text[32];
  snprintf(text, sizeof text, plain ? "@%05x" : "c%u", own_port(number, 0));
  socket_name_make(name, text);
}
