/* The program of filesystem.c, with a process in place of each lock, as in J. ACM 2017, section 11:
 * a lock takes the next request, answers it, and takes no other before it is released. */
#include <stdbool.h>

#include "ravel_mailbox.h"
#include "threads.h"

#ifndef N
#define N 14
#endif

enum { BLOCKS = 26, INODES = 32 };
enum { ACQUIRE, ACQUIRED, RELEASE };
static ravel_process inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES];
static bool busy[BLOCKS];

static void *lock(void *arg) {
  (void)arg;
  for (;;) {
    ravel_send(ravel_receive(ACQUIRE).data, ACQUIRED, NULL);
    ravel_receive(RELEASE);
  }
}

static void acquire(ravel_process it) {
  ravel_send(it, ACQUIRE, ravel_self());
  ravel_receive(ACQUIRED);
}

static void *allocator(void *arg) {
  int i = number_of(arg) % INODES;
  acquire(inode_lock[i]);
  if (inode[i] == 0) {
    int b = i * 2 % BLOCKS;
    for (;;) {
      acquire(block_lock[b]);
      if (!busy[b])
        break;
      ravel_send(block_lock[b], RELEASE, NULL);
      b = (b + 1) % BLOCKS;
    }
    busy[b] = true;
    inode[i] = b + 1;
    ravel_send(block_lock[b], RELEASE, NULL);
  }
  ravel_send(inode_lock[i], RELEASE, NULL);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    inode_lock[i] = ravel_spawn(lock, NULL);
  for (int b = 0; b < BLOCKS; b++)
    block_lock[b] = ravel_spawn(lock, NULL);
  for (int i = 0; i < N; i++)
    threads[i] = start(allocator, i);
  join_all(threads, N);
  return 0; /* the locks end with the program */
}
