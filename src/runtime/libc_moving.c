#define _GNU_SOURCE
#include "runtime/libc_moving.h"

#include <fcntl.h>
#include <string.h>

#include "runtime/signals.h"

static int moved_from(const struct libc_special *special, const struct libc_call *call) {
  return (int)libc_argument(call, special->arg == 0);
}

static bool moving_waits(const struct libc_special *special, const struct libc_call *call) {
  const unsigned flags = strcmp(special->name, "splice") == 0 ? 5 : 3;
  return strncmp(special->name, "sendfile", 8) == 0 ||
         !(libc_argument(call, flags) & SPLICE_F_NONBLOCK);
}

void moving_acts(const struct libc_special *special, const struct libc_call *call,
                 struct descriptor_wish *wish, struct state_acts *acts) {
  if (wish)
    *wish = (struct descriptor_wish){.waits = moving_waits(special, call)};
  descriptor_acts(moved_from(special, call), LIBC_TAKE, false, wish, acts);
  descriptor_acts((int)libc_argument(call, special->arg), LIBC_ADD, false, NULL, acts);
  acts->releases = false;
}

void moving_begins(const struct libc_special *special, const struct libc_call *call) {
  const int to = (int)libc_argument(call, special->arg);
  descriptor_synchronise(moved_from(special, call), LIBC_TAKE);
  descriptor_synchronise(to, LIBC_ADD);
  if (descriptor_is_broken(to))
    signals_pipe_is_broken(call->pc, call->frame);
}
