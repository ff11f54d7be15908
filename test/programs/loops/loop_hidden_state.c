// What comes right after a loop is done once, even where it changes what only libc knows of.
// expect: pass
// cflags: -O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static atomic_int flag;

static void *thread(void *arg) {
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t writer;
  char text[] = "one two three four";
  pthread_create(&writer, NULL, thread, NULL);
  strtok(text, " ");
  while (!atomic_load(&flag))
    ;
  const char *second = strtok(NULL, " ");
  assert(strcmp(second, "two") == 0);
  pthread_join(writer, NULL);
  return 0;
}
