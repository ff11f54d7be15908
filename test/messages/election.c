// Who is the leader? Each process of a ring sends its number round; one that meets a larger number
// passes it on, and one that gets its own number back is the leader (Chang and Roberts).
// The mistake: smaller numbers are passed on, too. Then every process gets its number back.
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

#include "ravel_mailbox.h"

enum { START, NUMBER, LEADER, N = 3 };

static atomic_int leaders;

static void *member(void *argument) {
  const intptr_t own = (intptr_t)argument;
  ravel_process next = ravel_receive(START).data;
  ravel_send(next, NUMBER, argument);
  for (;;) {
    const struct ravel_message message = ravel_receive(RAVEL_ANY);
    const intptr_t number = (intptr_t)message.data;
    if (message.tag == LEADER) {
      if (number != own)
        ravel_send(next, LEADER, message.data);
      return NULL;
    }
    if (number == own) {
      assert(atomic_fetch_add(&leaders, 1) == 0); /* one leader */
      ravel_send(next, LEADER, argument);
#ifdef BROKEN
    } else {
#else
    } else if (number > own) {
#endif
      ravel_send(next, NUMBER, message.data);
    }
  }
}

int main(void) {
  static const intptr_t numbers[N] = {2, 3, 1};
  ravel_process members[N];
  for (int i = 0; i < N; i++)
    members[i] = ravel_spawn(member, (void *)numbers[i]);
  for (int i = 0; i < N; i++)
    ravel_send(members[i], START, members[(i + 1) % N]);
  pthread_exit(NULL);
}
