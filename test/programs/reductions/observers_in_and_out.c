// What a function of libc reads and then overwrites has been read: which of two stores came last
// decides what it leaves.
// algorithms: optimal source
// options: --observers
// expect: fail assertion
// at: BUG
// also: --observers --races=ignore
// algorithms: optimal source
// expect: fail assertion
// also: --observers --order=youngest --races=interleave
// algorithms: optimal source
// expect: fail assertion
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/sendfile.h>
#include <unistd.h>

static _Atomic off_t offset;

static void *store(void *value) {
  atomic_store(&offset, *(const int *)value);
  return NULL;
}

int main(void) {
  static const int values[] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, store, (void *)&values[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  const int from = open("/proc/self/exe", O_RDONLY), to = open("/dev/null", O_WRONLY);
  const ssize_t sent = sendfile(to, from, (off_t *)&offset, 1);
  assert(sent == 1);
  assert(atomic_load(&offset) == 3); /* BUG */
  return 0;
}
