// In C with -fexceptions, cleanup handlers and variables with a cleanup attribute are left by
// unwinding.
// cflags: -fexceptions
// expect: pass
// traces: 1 (one thread after the other)
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char story[16];

static void tell(void *word) {
  strcat(story, word);
}

static void tell_attribute(char **word) {
  strcat(story, *word);
}

static void inner(void) {
  __attribute__((cleanup(tell_attribute))) char *word = "a";
  pthread_cleanup_push(tell, "b");
  pthread_exit(word);
  pthread_cleanup_pop(0);
}

static void *worker(void *arg) {
  pthread_cleanup_push(tell, "c");
  inner();
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, &result);
  assert(strcmp(result, "a") == 0);
  assert(strcmp(story, "bac") == 0);
  return 0;
}
