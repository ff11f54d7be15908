/*
 * Calls on files, drawn at random, with what each of them returns: under Ravel, where files are in
 * memory, and without it they must be the same. It is begun in a directory with what files.sh puts
 * there. What is refused in memory is left out: to put a directory or a link where the disk has a
 * file that the program has removed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned state;

static unsigned draw(unsigned n) {
  state = state * 1103515245U + 12345U;
  return (state >> 16) % n;
}

static const char *const new_names[] = {"a", "b", "c", "d/a", "d/b", "d/../a", "./b", "e/x", "a/"};
static const char *const all_names[] = {"a",    "b",  "c",    "d/a",   "d/b",    "d/../a", "./b",
                                        "e/x",  "a/", "old",  "old/x", "link",   "hard",   "one",
                                        "read", "dl", "dl/a", "dl/b",  "dl/../a"};
#define DRAW(names) (names)[draw(sizeof(names) / sizeof *(names))]

static char told[1 << 16];
static size_t length;

__attribute__((format(printf, 1, 2))) static void tell(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  length += (size_t)vsnprintf(told + length, sizeof told - length, format, arguments);
  va_end(arguments);
}

static void tell_result(const char *what, const char *name, long result) {
  const int error = errno;
  tell("%s %s: %ld %s\n", what, name, result, result < 0 ? strerrorname_np(error) : "");
}

static void tell_bytes(const char *bytes, long n) {
  for (long i = 0; i < n; i++)
    tell("%c", bytes[i] ? bytes[i] : '0');
  tell("\n");
}

static void tell_status(const char *what, const char *name, int result, const struct stat *status) {
  tell_result(what, name, result);
  if (result == 0 && S_ISREG(status->st_mode))
    tell("  mode %o, %lu names, %ld bytes\n", status->st_mode, (unsigned long)status->st_nlink,
         (long)status->st_size);
}

static int descriptors[4] = {-1, -1, -1, -1};
static FILE *streams[2];

static void open_one(const char *name, int *descriptor) {
  static const int flags[] = {
      O_RDONLY,
      O_RDWR,
      O_WRONLY | O_CREAT,
      O_RDWR | O_CREAT | O_EXCL,
      O_WRONLY | O_TRUNC,
      O_RDWR | O_CREAT | O_TRUNC,
      O_WRONLY | O_APPEND | O_CREAT,
      O_RDONLY | O_CREAT,
      O_RDONLY | O_NOFOLLOW,
      O_RDWR | O_NOFOLLOW | O_CREAT,
      O_RDONLY | O_DIRECTORY,
  };
  const int how = DRAW(flags);
  if (*descriptor >= 0)
    close(*descriptor);
  *descriptor = open(name, how, 0640);
  tell("%o ", how);
  tell_result("open", name, *descriptor < 0 ? -1 : 0);
}

static void open_stream(const char *name, FILE **stream) {
  static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "wx", "w+x"};
  const char *const mode = DRAW(modes);
  if (*stream)
    fclose(*stream);
  *stream = fopen(name, mode);
  tell("%s ", mode);
  tell_result("fopen", name, *stream ? 0 : -1);
}

static void use_descriptor(int descriptor) {
  char bytes[64] = "";
  struct stat status;
  const unsigned n = draw(20);
  long result;
  switch (draw(7)) {
  case 0:
    tell_result("write", "", write(descriptor, "what is written here", n));
    break;
  case 1:
    result = read(descriptor, bytes, n);
    tell_result("read", "", result);
    tell_bytes(bytes, result);
    break;
  case 2:
    tell_result("lseek", "", lseek(descriptor, (long)n - 3, (int)draw(3)));
    break;
  case 3:
    tell_result("ftruncate", "", ftruncate(descriptor, n));
    break;
  case 4:
    result = fstat(descriptor, &status);
    tell_status("fstat", "", (int)result, &status);
    break;
  case 5:
    result = pwrite(descriptor, "over", n % 5, n);
    tell_result("pwrite", "", result);
    break;
  case 6:
    result = pread(descriptor, bytes, n, 2);
    tell_result("pread", "", result);
    tell_bytes(bytes, result);
    break;
  }
}

static void use_stream(FILE *stream) {
  char line[32] = "";
  if (draw(2)) {
    tell_result("fputs", "", fputs("in a stream", stream) < 0 ? -1 : 0);
    tell_result("fflush", "", fflush(stream));
  } else {
    fseek(stream, (long)draw(5), SEEK_SET);
    tell("fgets %s\n", fgets(line, sizeof line, stream) ? line : "nothing");
  }
  clearerr(stream);
}

static void use_name(const char *name, const char *other) {
  char bytes[PATH_MAX], here[PATH_MAX];
  struct stat status;
  int result;
  switch (draw(14)) {
  case 0:
    tell_result("truncate", name, truncate(name, draw(30)));
    break;
  case 1:
    tell_result("unlink", name, unlink(name));
    break;
  case 2:
    tell("%s ", name);
    tell_result("rename to", other, rename(name, other));
    break;
  case 3:
    tell("%s ", name);
    tell_result("link to", other, link(name, other));
    break;
  case 4:
    tell("%s ", name);
    tell_result("symlink at", other, symlink(name, other));
    break;
  case 5:
    tell_result("mkdir", other, mkdir(other, 0755));
    break;
  case 6:
    tell_result("rmdir", name, rmdir(name));
    break;
  case 7:
    result = stat(name, &status);
    tell_status("stat", name, result, &status);
    break;
  case 8:
    result = lstat(name, &status);
    tell_status("lstat", name, result, &status);
    break;
  case 9:
    tell_result("access", name, access(name, F_OK));
    break;
  case 10:
    tell_result("chmod", other, chmod(other, draw(2) ? 0600 : 0755));
    break;
  case 11:
    tell_result("readlink", name, readlink(name, bytes, sizeof bytes));
    break;
  case 12:
    if (getcwd(here, sizeof here))
      tell("realpath %s: %s\n", name,
           realpath(name, bytes) ? bytes + strlen(here) : strerrorname_np(errno));
    break;
  case 13:
    tell_result("remove", name, remove(name));
    break;
  }
}

int main(int n_arguments, char **arguments) {
  if (n_arguments < 2)
    return 1;
  state = (unsigned)atoi(arguments[1]) * 2654435761U + 7;
  for (int i = 0; i < 40; i++) {
    int *const descriptor = &descriptors[draw(4)];
    FILE **const stream = &streams[draw(2)];
    const char *const name = DRAW(all_names);
    const char *const other = DRAW(new_names);
    switch (draw(8)) {
    case 0:
      open_one(name, descriptor);
      break;
    case 1:
      open_stream(name, stream);
      break;
    case 2:
      use_descriptor(*descriptor);
      break;
    case 3:
      if (*stream)
        use_stream(*stream);
      break;
    default:
      use_name(name, other);
    }
  }
  return fwrite(told, 1, length, stdout) == length ? 0 : 1;
}
