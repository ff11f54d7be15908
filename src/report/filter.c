#define _GNU_SOURCE
#include "report/filter.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool write_all(int fd, const char *text, size_t length) {
  while (length > 0) {
    const ssize_t n = write(fd, text, length);
    if (n <= 0)
      return false;
    text += n;
    length -= (size_t)n;
  }
  return true;
}

static pid_t spawn(const char *const *argv, int in, int out) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = -1;
  if (posix_spawnp(&child, argv[0], &actions, &attributes, (char *const *)argv, environ) != 0)
    child = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

bool filter(const char *const *argv, const struct buffer *in, struct buffer *out) {
  /* A file as input: the other program can take its time, we need not feed and read at once. */
  const int input = memfd_create("input", MFD_CLOEXEC);
  int pipe_fds[2] = {-1, -1};
  bool good = input >= 0 && pipe2(pipe_fds, O_CLOEXEC) == 0 &&
              write_all(input, buffer_text(in), in->length) && lseek(input, 0, SEEK_SET) == 0;
  const pid_t child = good ? spawn(argv, input, pipe_fds[1]) : -1;
  if (input >= 0)
    close(input);
  if (pipe_fds[1] >= 0)
    close(pipe_fds[1]);
  good = child > 0 && buffer_read(out, pipe_fds[0]);
  if (pipe_fds[0] >= 0)
    close(pipe_fds[0]);
  int status = 1;
  if (child > 0)
    waitpid(child, &status, 0);
  return good && status == 0;
}
