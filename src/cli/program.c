#define _GNU_SOURCE
#include "cli/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/libtool.h"
#include "cli/message.h"
#include "cli/randomisation.h"
#include "cli/toolchain.h"
#include "report/image.h"

/* The binary is opened and its directory removed before anything runs: whatever happens from here
 * on, nothing is left behind. */
static int open_compiled(struct program *program, bool verbose) {
  char directory[SHARED_PATH], path[SHARED_PATH + 16];
  if (!directory_make(directory, sizeof directory))
    return STATUS_USAGE;
  int status = compile_sources(&program->about, directory, verbose);
  if (status == STATUS_PASS) {
    snprintf(path, sizeof path, "%s/program", directory);
    program->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (program->fd < 0)
      status = complain("cannot open the compiled program: %s", strerror(errno));
  }
  directory_remove(directory);
  return status;
}

/* The program may be there as a source: bank.c for bank. */
static int complain_about_binary(const char *path) {
  static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx"};
  const char *why = strerror(errno);
  char source[SHARED_PATH];
  for (size_t i = 0; errno == ENOENT && i < sizeof endings / sizeof *endings; i++) {
    snprintf(source, sizeof source, "%s%s", path, endings[i]);
    if (access(source, R_OK) == 0)
      return complain("there is no '%s'; did you mean %s?", path, source);
  }
  return complain("cannot open '%s': %s", path, why);
}

static void find_binary(struct program *program) {
  struct arena arena = {0};
  const char *const own = libtool_program(&arena, program->about.binary);
  snprintf(program->binary, sizeof program->binary, "%s", own ? own : program->about.binary);
  arena_free(&arena);
}

static int open_binary(struct program *program) {
  const char *const path = program->binary;
  struct stat info;
  find_binary(program);
  program->fd = open(path, O_RDONLY | O_CLOEXEC);
  if (program->fd < 0)
    return complain_about_binary(path);
  if (fstat(program->fd, &info) != 0 || !S_ISREG(info.st_mode))
    return complain("'%s' is neither a C or C++ source nor a program", path);
  switch (elf_needs(path, "libravel.so")) {
  case ELF_NOT_A_PROGRAM:
    return complain("'%s' is neither a C or C++ source nor a program", path);
  case ELF_NEEDS_NOT:
    return complain("'%s' was not built with ravel cc: build it with CC='ravel cc'", path);
  case ELF_NEEDS:
    break;
  }
  if (access(path, X_OK) != 0)
    return complain("cannot run '%s': %s", path, strerror(errno));
  if (!library_found()) /* the program knows another one, perhaps, of another build */
    return STATUS_USAGE;
  program->moves = elf_moves(path) && !randomisation_can_be_off();
  if (program->moves)
    mention(
        "address randomisation cannot be turned off here: link '%s' with -no-pie, or its traces "
        "may not replay",
        path);
  return STATUS_PASS;
}

/* A copy: every execution reads the same, whatever becomes of the file, and a pipe is read once. */
static int open_input(struct program *program) {
  const char *const path = program->about.input ? program->about.input : "";
  const bool own = strcmp(path, "-") == 0;
  const int from = own ? 0 : open(*path ? path : "/dev/null", O_RDONLY | O_CLOEXEC);
  char chunk[65536];
  ssize_t n = -1;
  program->input = memfd_create("ravel-input", MFD_CLOEXEC);
  while (from >= 0 && (n = read(from, chunk, sizeof chunk)) > 0)
    if (write(program->input, chunk, (size_t)n) != n)
      break;
  const int status =
      n == 0 ? STATUS_PASS
             : complain("cannot read the standard input '%s': %s", path, strerror(errno));
  if (from > 0)
    close(from);
  return status;
}

int program_open(struct program *program, bool verbose) {
  program->fd = program->input = -1;
  if (!getcwd(program->directory, sizeof program->directory))
    return complain("cannot tell the current directory: %s", strerror(errno));
  program->about.directory = program->directory;
  int status = open_input(program);
  if (status == STATUS_PASS)
    status = program->about.n_sources ? open_compiled(program, verbose) : open_binary(program);
  if (status == STATUS_PASS) {
    snprintf(program->path, sizeof program->path, "/proc/%d/fd/%d", (int)getpid(), program->fd);
    file_hash(program->fd, program->hash, sizeof program->hash);
    program->about.hash = program->hash;
  } else {
    program_close(program);
  }
  return status;
}

void program_close(struct program *program) {
  if (program->fd >= 0)
    close(program->fd);
  if (program->input >= 0)
    close(program->input);
  program->fd = program->input = -1;
}

/* Opened once more: each process has a position of its own. */
void program_set_input(int input) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", input);
  const int from = open(path, O_RDONLY | O_CLOEXEC);
  dup2(from, 0);
  close(from);
}
