#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

#include "cli/inside.h"
#include "protocol/inside.h"

static bool send_order(int socket, const struct inside_order *order, const int *fds, size_t n) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
  } control = {0};
  struct iovec data = {(void *)order, sizeof *order};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = CMSG_SPACE(n * sizeof *fds)};
  control.header = (struct cmsghdr){
      .cmsg_len = CMSG_LEN(n * sizeof *fds), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
  memcpy(CMSG_DATA(&control.header), fds, n * sizeof *fds);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)sizeof *order;
}

bool inside_hear(int socket, struct inside_wish *wish) {
  ssize_t n;
  while ((n = recv(socket, wish, sizeof *wish, 0)) < 0 && errno == EINTR)
    ;
  return n == (ssize_t)sizeof *wish;
}

bool inside_tell(int socket, uint32_t status, int report) {
  const struct inside_order order = {.kind = INSIDE_DONE, .status = status};
  return send_order(socket, &order, &report, 1);
}

pid_t inside_start_worker(int socket, int memory, int output) {
  const int fds[2] = {memory, output};
  const struct inside_order order = {.kind = INSIDE_START, .output = output >= 0};
  struct inside_worker told;
  if (!send_order(socket, &order, fds, output >= 0 ? 2 : 1))
    return -1;
  ssize_t n;
  while ((n = recv(socket, &told, sizeof told, 0)) < 0 && errno == EINTR)
    ;
  if (n == 0)
    errno = ESRCH;
  return n == (ssize_t)sizeof told ? told.process : -1;
}

bool inside_become_worker(int socket, int memory) {
  const struct inside_order order = {.kind = INSIDE_BECOME};
  return send_order(socket, &order, &memory, 1);
}

bool inside_worker_ended(int socket, int *status) {
  struct inside_worker told;
  const ssize_t n = recv(socket, &told, sizeof told, MSG_DONTWAIT);
  if (n < 0)
    return errno != EAGAIN && errno != EINTR;
  *status = n == (ssize_t)sizeof told ? told.status : SIGKILL;
  return true;
}
