// The working directory belongs to all threads.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *go(void *arg) {
  chdir(arg);
  return NULL;
}

int main(void) {
  char path[64];
  pthread_t a, b;
  pthread_create(&a, NULL, go, "/usr");
  pthread_create(&b, NULL, go, "/");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  getcwd(path, sizeof path);
  assert(strcmp(path, "/") == 0); /* BUG */
  return 0;
}
