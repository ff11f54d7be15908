// Two threads make a directory: one of them finds that it is there.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed[2];

static void *make(void *arg) {
  *(int *)arg = mkdir("directory", 0700);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, make, &failed[0]);
  pthread_create(&b, NULL, make, &failed[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  rmdir("directory");
  assert(!failed[0]); /* BUG */
  return 0;
}
