// POPL 2005, figure 7, with a process in place of each lock: two look for a free block for an inode
// of their own. The mistake: the lock of a block lets everybody in at once.
#include <assert.h>
#include <stdbool.h>

#include "ravel_mailbox.h"

enum { ACQUIRE, ACQUIRED, RELEASE, DONE, N = 2, BLOCKS = 2 };

static ravel_process inode_lock[N], block_lock[BLOCKS], parent;
static int inode[N];
static bool busy[BLOCKS];

static void *lock(void *lets_everybody_in) {
  for (;;) {
    ravel_send(ravel_receive(ACQUIRE).data, ACQUIRED, NULL);
    if (!lets_everybody_in)
      ravel_receive(RELEASE);
  }
  return NULL;
}

static void acquire(ravel_process it) {
  ravel_send(it, ACQUIRE, ravel_self());
  ravel_receive(ACQUIRED);
}

static void release(ravel_process it) {
  ravel_send(it, RELEASE, NULL);
}

static void *allocator(void *own) {
  int *const mine = own, b = 0;
  acquire(inode_lock[mine - inode]);
  for (;; b = (b + 1) % BLOCKS) {
    acquire(block_lock[b]);
    if (!busy[b])
      break;
    release(block_lock[b]);
  }
  busy[b] = true; /* two at once */
  *mine = b + 1;
  release(block_lock[b]);
  release(inode_lock[mine - inode]);
  ravel_send(parent, DONE, NULL);
  return NULL;
}

int main(void) {
  void *mistake = NULL;
#ifdef BROKEN
  mistake = &mistake;
#endif
  parent = ravel_self();
  for (int i = 0; i < N; i++)
    inode_lock[i] = ravel_spawn(lock, NULL);
  for (int b = 0; b < BLOCKS; b++)
    block_lock[b] = ravel_spawn(lock, mistake);
  for (int i = 0; i < N; i++)
    ravel_spawn(allocator, &inode[i]);
  for (int i = 0; i < N; i++)
    ravel_receive(DONE);
  assert(inode[0] != inode[1]);
  return 0; /* the locks end with the program */
}
