/*
 * Names of sockets. To the kernel all sockets of the program are Unix sockets. An address of the
 * Internet is a name that belongs to this process: so what a port is used for outside of the
 * program makes no difference, no port is in use for a while after it was closed, and ports that
 * the kernel would choose are the same in every execution.
 */
#ifndef RAVEL_RUNTIME_SOCKET_NAMES_H
#define RAVEL_RUNTIME_SOCKET_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

/* A name as the kernel has it; `text` is what stands for it in every process. */
struct socket_name {
  struct sockaddr_un kernel;
  socklen_t length;
  char text[sizeof(struct sockaddr_un)];
};

/* Ports are those of connections, or of datagrams. */
enum socket_ports { PORTS_OF_CONNECTIONS, PORTS_OF_DATAGRAMS };

/* Returns false if it is no address. Those of other machines are reported as not supported. */
bool socket_name_of(struct socket_name *name, const struct sockaddr *address, socklen_t length,
                    enum socket_ports ports, uint64_t pc, void *frame);
void socket_name_make(struct socket_name *name, const char *text);
void socket_name_of_port(struct socket_name *name, int family, enum socket_ports ports,
                         unsigned port);

/* What the kernel has written to `kernel` and `length` is read. Returns false if the socket has no
 * name. */
bool socket_name_read(struct socket_name *name);

/* A name is told to the program, which has room for so much of the address as `length` says. */
void socket_name_tell(const struct socket_name *name, struct sockaddr *address, socklen_t *length);

/* The same, as accesses of the program. */
void socket_name_tell_visibly(const struct socket_name *name, struct sockaddr *address,
                              socklen_t *length, uint64_t pc, void *frame);

/* It is an address of the Internet. */
bool socket_name_is_port(const struct socket_name *name);

/* What stands for the name. */
uint64_t socket_name_place(const struct socket_name *name);

/* A socket without a port gets one, which its opener tells. As bind(). */
int socket_bind_to_port(int number, int family, enum socket_ports ports, struct socket_name *name);
bool socket_wants_port(const struct sockaddr *address);

/* A Unix socket without a name gets one that is the same in every execution, as the kernel would
 * choose it (`plain`), or one that the program is not told. */
void socket_name_make_up(int number, bool plain, struct socket_name *name);

#endif
