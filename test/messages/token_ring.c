// Who has the token is alone. The mistake: who has waited for too long makes a new one.
#include "ravel_mailbox.h"

enum { START, TOKEN, N = 3 };

static int alone; // whoever has the token writes to it

static void *member(void *argument) {
  ravel_process next = ravel_receive(START).data;
  (void)argument;
#ifdef BROKEN
  struct ravel_message token;
  ravel_receive_within(100, TOKEN, &token);
#else
  ravel_receive(TOKEN);
#endif
  alone++; /* two at once */
  if (next)
    ravel_send(next, TOKEN, NULL);
  return NULL;
}

int main(void) {
  ravel_process members[N + 1] = {NULL};
  for (int i = 0; i < N; i++)
    members[i] = ravel_spawn(member, NULL);
  for (int i = 0; i < N; i++)
    ravel_send(members[i], START, members[i + 1]);
  ravel_send(members[0], TOKEN, NULL);
  pthread_exit(NULL);
}
