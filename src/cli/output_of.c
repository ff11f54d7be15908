#define _GNU_SOURCE
#include "cli/output_of.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static pid_t spawn(const char *const *argv, int out) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
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

bool output_of(const char *const *argv, struct buffer *out) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  const pid_t child = spawn(argv, ends[1]);
  close(ends[1]);
  const bool read = child > 0 && buffer_read(out, ends[0]);
  close(ends[0]);
  int status = 1;
  if (child > 0)
    waitpid(child, &status, 0);
  return read && status == 0;
}
