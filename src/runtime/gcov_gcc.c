/*
 * What gcc calls in a program that is compiled with --coverage. `struct info` is its libgcov's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/gcov.h"
#include "runtime/runtime.h"

enum { MOST_KINDS = 10, KINDS = 8 };

struct kind {
  uint32_t n;
  uint64_t *counters;
};

struct info;
struct function {
  const struct info *key; /* the object whose copy it is */
  uint32_t ident, lineno_checksum, cfg_checksum;
  struct kind arcs;
};

struct info {
  uint32_t version;
  struct info *next; /* ours to use */
  uint32_t stamp, checksum;
  const char *path;
  void (*merge[KINDS])(void); /* of these kinds there are counters; later versions have more */
  /* then: unsigned n; const struct function *const *functions; */
};

struct functions {
  uint32_t n;
  const struct function *const *all;
};

static struct info *first, **end = &first;

/* 0x4232322a, "B22*", is 12.2. */
static uint32_t major_of(uint32_t version) {
  return ((version >> 24) - 'A') * 10 + ((version >> 16 & 0xff) - '0');
}

static bool is_known(uint32_t major) {
  return major >= 12 && major <= 15;
}

static struct functions functions_of(const struct info *info) {
  const uint32_t major = major_of(info->version), kinds = major == 14   ? KINDS + 1
                                                          : major == 15 ? MOST_KINDS
                                                                        : KINDS;
  return *(const struct functions *)(const void *)(info->merge + kinds);
}

void gcov_gcc_visit(const struct gcov_visitor *visitor) {
  for (const struct info *info = first; info; info = info->next) {
    const struct gcov_object object = {info->path, info->version, info->stamp, info->checksum, 0};
    const struct functions functions = functions_of(info);
    visitor->object(&object, visitor->data);
    for (uint32_t i = 0; i < functions.n; i++) {
      const struct function *const it = functions.all[i];
      struct gcov_function function = {.elsewhere = true};
      if (it && it->key == info)
        function = (struct gcov_function){.ident = it->ident,
                                          .lineno_checksum = it->lineno_checksum,
                                          .cfg_checksum = it->cfg_checksum,
                                          .n = it->arcs.n,
                                          .counters = it->arcs.counters};
      visitor->function(&function, visitor->data);
    }
    visitor->end(visitor->data);
  }
}

void __gcov_init(struct info *info);
EXPORT void __gcov_init(struct info *info) {
  if (rt.started || !is_known(major_of(info->version)))
    return;
  info->next = NULL;
  *end = info;
  end = &info->next;
}

static const void *module_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : NULL;
}

static void forget_module(const void *module) {
  struct info *info = first;
  first = NULL;
  end = &first;
  for (struct info *next; info; info = next) {
    next = info->next;
    if (module_of(info) == module)
      continue;
    info->next = NULL;
    *end = info;
    end = &info->next;
  }
}

/* The module that calls it is about to go. */
void __gcov_exit(void);
EXPORT void __gcov_exit(void) {
  if (rt.worker)
    return;
  gcov_dump();
  gcov_reset();
  forget_module(module_of(__builtin_return_address(0)));
}

/* Only their addresses are used. */
#define MERGES(X) X(add) X(ior) X(time_profile) X(topn)
#define MERGE(name)                                                                                \
  void __gcov_merge_##name(void);                                                                  \
  EXPORT void __gcov_merge_##name(void) {                                                          \
  }
MERGES(MERGE)

void __gcov_dump(void);
EXPORT void __gcov_dump(void) {
  if (!rt.worker)
    gcov_dump();
}

void __gcov_reset(void);
EXPORT void __gcov_reset(void) {
  if (!rt.worker)
    gcov_reset();
}

/* --- what gcc calls in the place of fork and exec ------------------------------------------------
 */

pid_t __gcov_fork(void);
EXPORT pid_t __gcov_fork(void) {
  if (rt.worker)
    return fork();
  const pid_t child = fork();
  if (child == 0)
    gcov_reset();
  return child;
}

static int after_exec(int status) {
  if (!rt.worker)
    gcov_reset();
  return status;
}

int __gcov_execv(const char *path, char *const *argv);
EXPORT int __gcov_execv(const char *path, char *const *argv) {
  __gcov_dump();
  return after_exec(execv(path, argv));
}

int __gcov_execvp(const char *path, char *const *argv);
EXPORT int __gcov_execvp(const char *path, char *const *argv) {
  __gcov_dump();
  return after_exec(execvp(path, argv));
}

int __gcov_execve(const char *path, char *const *argv, char *const *envp);
EXPORT int __gcov_execve(const char *path, char *const *argv, char *const *envp) {
  __gcov_dump();
  return after_exec(execve(path, argv, envp));
}

enum { MOST_ARGUMENTS = 1024 };

static void collect(char **argv, char *first_argument, va_list rest) {
  argv[0] = first_argument;
  for (unsigned i = 0; argv[i] && i < MOST_ARGUMENTS; i++)
    argv[i + 1] = va_arg(rest, char *);
}

#define LISTED(name, then)                                                                         \
  int __gcov_##name(const char *path, char *argument, ...);                                        \
  EXPORT int __gcov_##name(const char *path, char *argument, ...) {                                \
    char *argv[MOST_ARGUMENTS + 2];                                                                \
    va_list rest;                                                                                  \
    va_start(rest, argument);                                                                      \
    collect(argv, argument, rest);                                                                 \
    __gcov_dump();                                                                                 \
    const int status = then;                                                                       \
    va_end(rest);                                                                                  \
    return after_exec(status);                                                                     \
  }
LISTED(execl, execv(path, argv))
LISTED(execlp, execvp(path, argv))
LISTED(execle, execve(path, argv, va_arg(rest, char **)))
