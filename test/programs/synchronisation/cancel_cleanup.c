// Cleanup handlers run from the inside out when a thread is cancelled or calls pthread_exit, in
// frames that lie several calls apart, and not when they were taken off before; then the
// destructors of its thread-specific data.
// expect: pass
// traces: 2 (the request comes before or after the test)
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char story[16];
static pthread_key_t key;

static void tell(void *word) {
  strcat(story, word);
}

static void inner(void) {
  pthread_cleanup_push(tell, "a");
  pthread_cleanup_push(tell, "x");
  pthread_cleanup_pop(0);
  pthread_cleanup_push(tell, "b");
  pthread_cleanup_pop(1);
  pthread_testcancel();
  pthread_exit("exit");
  pthread_cleanup_pop(0);
}

static void *worker(void *arg) {
  pthread_setspecific(key, "k");
  pthread_cleanup_push(tell, "c");
  pthread_cleanup_push(tell, "d");
  inner();
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_key_create(&key, tell);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED || strcmp(result, "exit") == 0);
  assert(strcmp(story, "badck") == 0);
  return 0;
}
