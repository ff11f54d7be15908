/*
 * Sockets for datagrams between threads of the program: Unix sockets, and UDP at addresses of this
 * machine. To the kernel all of them are Unix sockets for datagrams (socket_names.h), so that
 * boundaries, their order and who has sent one are the kernel's.
 *
 * A send acts on what the name stands for that it is sent to, whether a socket has it or not; and
 * it waits until that socket has room. UDP never waits, and what is sent where nobody is, or to a
 * socket that is connected to another one, is lost without an error. A socket of UDP is never
 * connected in the kernel: an address stays that of its port, whichever socket has it.
 */
#ifndef RAVEL_RUNTIME_DATAGRAMS_H
#define RAVEL_RUNTIME_DATAGRAMS_H

#include "runtime/libc_call.h"
#include "runtime/libc_table.h"
#include "runtime/socket_names.h"
#include "runtime/state.h"

struct descriptor_wish;

/* The program has opened it as a socket of UDP. */
void datagrams_over_udp(int number, int family);
bool datagrams_are_of_udp(int number);

/* A call of libc sends a datagram to somebody by name: what it acts on. Returns false otherwise. */
bool datagram_acts(const struct libc_function *row, const struct libc_call *call,
                   struct descriptor_wish *wish, struct state_acts *acts);

/* Whether the socket that the place stands for has room for one more, or there is none. */
bool datagram_has_room(uint64_t place);

/* A call of libc with a socket is answered here, if it sends datagrams, or asks who has sent what
 * it receives. True: it acts on another place than that of its own descriptor. */
bool datagram_answers(const char *function, struct libc_call *call);

/* connect(); the name is NULL where the socket is to be connected to nobody any more. */
int datagram_connect(int number, const struct socket_name *to, uint64_t pc, void *frame);

/* A name for an end of a pair is not supported: one place stands for both of its ends. */
void datagrams_refuse_pair(int number, uint64_t pc, void *frame);

/* To whom it is connected. Returns false: to nobody with a name. */
bool datagram_peer(int number, struct socket_name *name);

/* The place of a Unix socket that it is connected to, which decides whether it can be written;
 * 0: there is none. */
uint64_t datagram_peer_place(int number);

/* Another place stands for a socket from now on. */
void datagrams_move(uint64_t from, uint64_t to);

/* Between executions. */
void datagrams_reset(void);

#endif
