// A descriptor is closed while another thread still reads from it; its number is given to the next
// file, and that is what the other thread reads from.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int number;

static void *thread(void *unused) {
  char c;
  (void)!read(number, &c, 1);
  return unused;
}

int main(void) {
  char c;
  pthread_t reader;
  number = open("/dev/zero", O_RDONLY);
  pthread_create(&reader, NULL, thread, NULL);
  close(number);
  const int next = open("/etc/passwd", O_RDONLY);
  assert(read(next, &c, 1) == 1);
  pthread_join(reader, NULL);
  assert(lseek(next, 0, SEEK_CUR) == 1); /* BUG */
}
