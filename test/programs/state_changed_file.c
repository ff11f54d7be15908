// A file that is there before the program: that its changes stay is said. Here it is the program's
// own binary, which it opens for appending and leaves as it is.
// expect: pass
// not_covered: changes .*, which was there before
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  (void)argc;
  int number = open(argv[0], O_WRONLY | O_APPEND);
  if (number >= 0)
    close(number);
  return 0;
}
