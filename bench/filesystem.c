/* N threads allocate a block each to an inode of their own; from 14 threads on some begin their
 * search at the same block. POPL 2005, figure 7. */
#include <stdbool.h>

#include "threads.h"

#ifndef N
#define N 14
#endif

enum { BLOCKS = 26, INODES = 32 };
static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES];
static bool busy[BLOCKS];

static void *allocator(void *arg) {
  int i = number_of(arg) % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    int b = i * 2 % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_lock[b]);
      if (!busy[b])
        break;
      pthread_mutex_unlock(&block_lock[b]);
      b = (b + 1) % BLOCKS;
    }
    busy[b] = true;
    inode[i] = b + 1;
    pthread_mutex_unlock(&block_lock[b]);
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < INODES; i++)
    pthread_mutex_init(&inode_lock[i], NULL);
  for (int b = 0; b < BLOCKS; b++)
    pthread_mutex_init(&block_lock[b], NULL);
  for (int i = 0; i < N; i++)
    threads[i] = start(allocator, i);
  join_all(threads, N);
  return 0;
}
