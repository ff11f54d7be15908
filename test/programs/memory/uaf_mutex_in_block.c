// A thread frees the block with the mutex in it that another is about to lock. It is found
// whichever comes first in the executions explored.
// expect: fail data-race
// at: FREE
// message: free of a block races with a use of it
// also: --order=youngest
// expect: fail use-after-free
// at: LOCK
// also: --races=ignore
// expect: fail use-after-free
// at: LOCK
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static void *deposit(void *arg) {
  struct account *account = arg;
  pthread_mutex_lock(&account->mutex);   /* LOCK */
  pthread_mutex_unlock(&account->mutex); /* LOCK */
  return NULL;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *close_account(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  free(arg); /* FREE */
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct account *account = malloc(sizeof *account);
  pthread_mutex_init(&account->mutex, NULL);
  pthread_create(&a, NULL, deposit, account);
  pthread_create(&b, NULL, close_account, account);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
