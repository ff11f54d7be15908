// Blocks that can still be reached are no leaks: from globals, through other blocks, by pointers
// into them, from thread-local data and from what a thread that has not ended has on its stack.
// expect: pass
// options: --leaks
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  char *text;
};
static struct node *list;
static char *inside;
static _Thread_local int *local;
static pthread_key_t key;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *sleeper(void *arg) {
  int *volatile mine = malloc(sizeof *mine);
  *mine = 1;
  pthread_mutex_lock(&mutex); /* for ever */
  free(mine);
  return arg;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->text = calloc(1, 10);
    list = node;
  }
  inside = (char *)malloc(20) + 7;
  local = malloc(sizeof *local);
  pthread_key_create(&key, NULL);
  pthread_setspecific(key, malloc(5));
  pthread_mutex_lock(&mutex);
  pthread_t thread;
  pthread_create(&thread, NULL, sleeper, NULL);
  pthread_detach(thread);
  exit(0);
}
