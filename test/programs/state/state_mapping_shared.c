// A file that is mapped and written to at the same time: the two are not ordered, and the pass says
// so.
// expect: pass
// not_covered: shared file mappings
// algorithms: optimal
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE *file;

static void *writer(void *arg) {
  pwrite(fileno(file), "b", 1, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  file = tmpfile();
  if (!file || ftruncate(fileno(file), 4096) != 0)
    return 0;
  volatile char *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
  pthread_create(&thread, NULL, writer, NULL);
  if (at != MAP_FAILED)
    (void)at[0];
  pthread_join(thread, NULL);
  return 0;
}
