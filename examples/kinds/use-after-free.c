// A heap block is read or written after it was freed. The report says where it was
// allocated, where and by which thread it was freed, and who uses it now. Ravel never
// uses freed memory again within an execution, so it sees every such access.
//
// What to do:
// Who owns the block? Let the one that frees it wait for those that still use it (join
// them), or count references and let the last one free it, or look the pointer up again
// whenever the lock was given back in between.
//
// expect: fail use-after-free
// at: here
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *session;

static void *client(void *unused) {
  pthread_mutex_lock(&lock);
  int *mine = session;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (mine)
    *mine = 1; /* here */
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  session = malloc(sizeof *session);
  pthread_create(&thread, NULL, client, NULL);
  pthread_mutex_lock(&lock);
  free(session);
  session = NULL;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
