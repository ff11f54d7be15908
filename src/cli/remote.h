/*
 * Members of a team on other machines. Here each has a mirror of its memory, so that the team sees
 * no
 * difference: what a worker there asks is put into the mirror, and what is answered there goes out.
 * How bytes get from one process to another is the transport's business; `ravel` has none.
 */
#ifndef RAVEL_CLI_REMOTE_H
#define RAVEL_CLI_REMOTE_H

#include "cli/team.h"

struct transport {
  uint32_t others; /* processes on other machines: number 1 and so on; this one is 0 */
  void (*send)(uint32_t to, const char *bytes, size_t n);
  /* Whether a message has come; the buffer is empty before. */
  bool (*receive)(uint32_t *from, struct buffer *message);
};

extern const struct transport *transport; /* NULL: all members are on this machine */

/* The members of a team elsewhere. */
uint32_t remote_members(void);

/* Has a worker started there. */
void remote_start(struct team *team, uint32_t i, const struct program *program,
                  const struct watch *watch);

/* What has come; and what is to go out. */
void remote_listen(struct team *team);
void remote_reply(struct team *team);

/* What a process on another machine does: as member i of the team, until it is told to end. */
int remote_serve(void);

/* Ends them all. */
void remote_dismiss(void);

#endif
