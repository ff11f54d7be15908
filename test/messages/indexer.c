// POPL 2005, figure 1, with a process in place of the lock of each slot: two insert into one hash
// table, and some of what they insert collides. The mistake: a slot that was empty is locked again.
#include <assert.h>

#include "ravel_mailbox.h"

enum { ACQUIRE, ACQUIRED, RELEASE, DONE, N = 2, MESSAGES = 2, SIZE = 4 };

static ravel_process slot_lock[SIZE], parent;
static int table[SIZE];

static void *lock(void *argument) {
  for (;;) {
    ravel_send(ravel_receive(ACQUIRE).data, ACQUIRED, NULL);
    ravel_receive(RELEASE);
  }
  return argument;
}

static void acquire(int slot) {
  ravel_send(slot_lock[slot], ACQUIRE, ravel_self());
  ravel_receive(ACQUIRED);
}

static void release(int slot) {
  ravel_send(slot_lock[slot], RELEASE, NULL);
}

static void insert(int message) {
  int h = message % SIZE;
  for (;; h = (h + 1) % SIZE) {
    acquire(h);
    if (table[h] == 0)
      break;
    release(h);
  }
#ifdef BROKEN
  release(h);
  acquire(h);
#endif
  table[h] = message;
  release(h);
}

static void *inserter(void *first) {
  for (int m = 0; m < MESSAGES; m++)
    insert(*(int *)first + 2 * m);
  ravel_send(parent, DONE, NULL);
  return NULL;
}

int main(void) {
  static int first[N] = {1, 3}; /* 1 and 3; 3 and 5: the slots 1 and 3, 3 and 1 */
  int messages = 0;
  parent = ravel_self();
  for (int i = 0; i < SIZE; i++)
    slot_lock[i] = ravel_spawn(lock, NULL);
  for (int i = 0; i < N; i++)
    ravel_spawn(inserter, &first[i]);
  for (int i = 0; i < N; i++)
    ravel_receive(DONE);
  for (int i = 0; i < SIZE; i++)
    messages += table[i] != 0;
  assert(messages == N * MESSAGES);
  return 0; /* the locks end with the program */
}
