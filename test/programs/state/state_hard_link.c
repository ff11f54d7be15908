// A file that is written by one of its names and read by another, a hard link.
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *writes(void *unused) {
  const int number = open("state_hard_link.2", O_WRONLY);
  assert(write(number, "b", 1) == 1);
  close(number);
  return unused;
}

int main(void) {
  char c;
  pthread_t thread;
  const int number = open("state_hard_link.1", O_CREAT | O_TRUNC | O_RDWR, 0600);
  assert(write(number, "a", 1) == 1);
  lseek(number, 0, SEEK_SET);
  assert(link("state_hard_link.1", "state_hard_link.2") == 0);
  pthread_create(&thread, NULL, writes, NULL);
  assert(read(number, &c, 1) == 1);
  pthread_join(thread, NULL);
  unlink("state_hard_link.1");
  unlink("state_hard_link.2");
  assert(c == 'a'); /* BUG */
}
