#define _GNU_SOURCE
#include "runtime/gcda.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/layout.h"

enum { WORD = 4, FUNCTION_WORDS = 3 };

#define MAGIC UINT32_C(0x67636461)
#define TAG_FUNCTION UINT32_C(0x01000000)
#define TAG_ARCS UINT32_C(0x01a10000)
#define TAG_OBJECT_SUMMARY UINT32_C(0xa1000000)
#define TAG_PROGRAM_SUMMARY UINT32_C(0xa3000000)

struct text {
  uint32_t *words;
  size_t n, capacity;
};

struct gcda {
  char path[SHARED_PATH];
  int fd;
  bool llvm;
  struct text old;        /* what the file has */
  size_t at;              /* the next word of it */
  bool differs;           /* it is not of this object */
  struct text fresh, sum; /* what it will have: without the old counters, and with them */
};

static struct gcda gcda;

/* --- words -------------------------------------------------------------------------------------
 */

static void add(struct text *text, uint32_t word) {
  if (text->n == text->capacity) {
    text->capacity = text->capacity ? 2 * text->capacity : 1024;
    text->words = realloc(text->words, text->capacity * sizeof *text->words);
    if (!text->words)
      abort();
  }
  text->words[text->n++] = word;
}

static uint32_t next_old(struct gcda *file) {
  if (file->at < file->old.n)
    return file->old.words[file->at++];
  file->differs = true;
  return 0;
}

static uint64_t next_old_counter(struct gcda *file) {
  const uint64_t low = next_old(file);
  return (uint64_t)next_old(file) << 32 | low;
}

static void put(struct gcda *file, uint32_t fresh, uint32_t sum) {
  add(&file->fresh, fresh);
  add(&file->sum, sum);
}

/* A word that the old file must have, too. */
static void put_same(struct gcda *file, uint32_t word) {
  file->differs |= next_old(file) != word;
  put(file, word, word);
}

/* Lengths are in bytes since gcc 12, and in words before. */
static uint32_t length(const struct gcda *file, uint32_t words) {
  return file->llvm ? words : words * WORD;
}

/* --- the file ----------------------------------------------------------------------------------
 */

/* As GCOV_PREFIX and GCOV_PREFIX_STRIP say. */
static void place(const char *path, char *to, size_t size) {
  const char *const prefix = getenv("GCOV_PREFIX"), *const strip = getenv("GCOV_PREFIX_STRIP");
  for (int left = prefix && *path == '/' && strip ? atoi(strip) : 0; left > 0; left--) {
    const char *const slash = strchr(path + 1, '/');
    path = slash ? slash : path;
  }
  snprintf(to, size, "%s%s%s", prefix ? prefix : "", prefix && *path != '/' ? "/" : "", path);
}

static void make_directories(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
  }
}

/* Others may add to it at the same time. */
static int open_locked(const char *path) {
  const struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  while (fd >= 0 && fcntl(fd, F_SETLKW, &all) != 0 && errno == EINTR)
    ;
  return fd;
}

static void read_old(struct gcda *file) {
  struct stat info;
  const size_t size = fstat(file->fd, &info) == 0 ? (size_t)info.st_size : 0;
  file->old.words = malloc(size + WORD);
  if (file->old.words && pread(file->fd, file->old.words, size, 0) == (ssize_t)size)
    file->old.n = size / WORD;
}

static bool write_all(int fd, const struct text *text) {
  const char *at = (const char *)text->words;
  size_t left = text->n * WORD;
  while (left) {
    const ssize_t n = pwrite(fd, at, left, at - (const char *)text->words);
    if (n <= 0 && errno != EINTR)
      return false;
    at += n > 0 ? n : 0;
    left -= n > 0 ? (size_t)n : 0;
  }
  return ftruncate(fd, (off_t)(text->n * WORD)) == 0;
}

/* --- its parts ---------------------------------------------------------------------------------
 */

static void put_runs(struct gcda *file) {
  const uint32_t runs = next_old(file);
  put(file, 1, runs + 1);
}

struct gcda *gcda_begin(const struct gcov_object *object, uint32_t largest) {
  char path[SHARED_PATH];
  place(object->path, path, sizeof path);
  int fd = open_locked(path);
  if (fd < 0 && errno == ENOENT) {
    make_directories(path);
    fd = open_locked(path);
  }
  if (fd < 0)
    return NULL;
  gcda = (struct gcda){.fd = fd, .llvm = object->llvm};
  strcpy(gcda.path, path);
  read_old(&gcda);
  put_same(&gcda, MAGIC);
  put_same(&gcda, object->version);
  put_same(&gcda, object->stamp);
  if (object->llvm)
    return &gcda;
  put_same(&gcda, object->checksum);
  put_same(&gcda, TAG_OBJECT_SUMMARY);
  put_same(&gcda, 2 * WORD);
  put_runs(&gcda);
  put(&gcda, largest, largest + next_old(&gcda));
  return &gcda;
}

static void add_counter(struct text *text, uint64_t counter) {
  add(text, (uint32_t)counter);
  add(text, (uint32_t)(counter >> 32));
}

/* gcc leaves out counters that are all 0: their length is negative then. */
static void put_counters(struct gcda *file, struct text *text, const uint64_t *counters,
                         uint32_t n) {
  uint64_t any = 0;
  for (uint32_t i = 0; i < n; i++)
    any |= counters[i];
  const bool told = any || file->llvm;
  add(text, TAG_ARCS);
  add(text, told ? length(file, 2 * n) : -length(file, 2 * n));
  for (uint32_t i = 0; i < n && told; i++)
    add_counter(text, counters[i]);
}

void gcda_function(struct gcda *file, const struct gcov_function *function,
                   const uint64_t *counts) {
  const uint32_t n = function->n;
  put_same(file, TAG_FUNCTION);
  put_same(file, function->elsewhere ? 0 : length(file, FUNCTION_WORDS));
  if (function->elsewhere)
    return;
  put_same(file, function->ident);
  put_same(file, function->lineno_checksum);
  put_same(file, function->cfg_checksum);
  file->differs |= next_old(file) != TAG_ARCS;
  const uint32_t old = next_old(file);
  const bool told = old == length(file, 2 * n);
  file->differs |= !told && old != -length(file, 2 * n);
  uint64_t *const sums = malloc((n + 1) * sizeof *sums);
  if (!sums)
    abort();
  for (uint32_t i = 0; i < n; i++)
    sums[i] = counts[i] + (told ? next_old_counter(file) : 0);
  put_counters(file, &file->fresh, counts, n);
  put_counters(file, &file->sum, sums, n);
  free(sums);
}

static void put_end(struct gcda *file) {
  if (file->llvm) {
    put_same(file, TAG_PROGRAM_SUMMARY);
    put_same(file, 3);
    put_same(file, 0);
    put_same(file, 0);
    put_runs(file);
  }
  put_same(file, 0);
  if (file->llvm)
    put_same(file, 0);
}

bool gcda_end(struct gcda *file) {
  put_end(file);
  if (file->differs && file->old.n)
    dprintf(2, "ravel: %s is of another build, and is overwritten\n", file->path);
  const bool good = write_all(file->fd, file->differs ? &file->fresh : &file->sum);
  free(file->old.words);
  free(file->fresh.words);
  free(file->sum.words);
  close(file->fd);
  return good;
}
