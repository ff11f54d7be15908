/*
 * What the program asks of system libraries, by name, before it runs. Such code may keep state that
 * is not the program's memory: open files, the environment, blocks that libc itself allocated. A
 * checkpoint does not put that back, and a restart of the program in the same process only
 * partly.
 */
#define _GNU_SOURCE
#include "runtime/imports.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/relocations.h"
#include "runtime/runtime.h"

/* Keep nothing that could make a difference. Sorted. What libravel itself defines need not be here,
 * nor what begins with one of `harmless_beginnings`. */
static const char *const harmless[] = {
    "abs",       "atof",    "atoi",    "atol",     "atoll",   "bsearch",      "btowc",   "div",
    "environ",   "errx",    "fflush",  "ffs",      "fprintf", "fputc",        "fputs",   "fwrite",
    "getauxval", "getegid", "getenv",  "geteuid",  "getgid",  "getpagesize",  "getpid",  "getppid",
    "gettid",    "getuid",  "imaxabs", "labs",     "ldiv",    "llabs",        "optarg",  "optind",
    "perror",    "printf",  "putc",    "putchar",  "puts",    "sched_getcpu", "sscanf",  "stderr",
    "stdout",    "strtod",  "strtof",  "strtol",   "strtold", "strtoll",      "strtoul", "strtoull",
    "sysconf",   "tolower", "toupper", "vfprintf", "vprintf", "write",
};

static const char *const harmless_beginnings[] = {
    "_ITM_",
    "__ctype_",
    "__cxa_finalize",
    "__errno_location",
    "__fprintf_chk",
    "__gmon_start__",
    "__isoc",
    "__libc_",
    "__printf_chk",
    "__stack_chk_fail",
    "__tls_get_addr",
    "__vfprintf_chk",
    "is",
    "pthread_attr_",
    "pthread_barrierattr_",
    "pthread_condattr_",
    "pthread_mutexattr_",
    "pthread_rwlockattr_",
    "sig",
};

/* Keep state although they are ours: see options.c. */
static const char *const keeping[] = {"getopt", "getopt_long", "getopt_long_only"};

/* Change what no restart in the same process puts back. */
static const char *const lasting[] = {
    "chdir", "dlclose", "dlopen", "fchdir", "setlocale", "setrlimit", "tzset",
};

static int compare(const void *name, const void *entry) {
  return strcmp(name, *(const char *const *)entry);
}

#define IS_IN(name, list) (bsearch(name, list, sizeof list / sizeof *list, sizeof *list, compare))

static bool begins_harmlessly(const char *name) {
  for (size_t i = 0; i < sizeof harmless_beginnings / sizeof *harmless_beginnings; i++)
    if (strncmp(name, harmless_beginnings[i], strlen(harmless_beginnings[i])) == 0)
      return true;
  return false;
}

/* Where a name leads: into the program, this library, or the system. */
static bool is_from_system(const char *name) {
  Dl_info info;
  void *at = dlsym(RTLD_DEFAULT, name);
  return at && dladdr(at, &info) && info.dli_fname && is_system_library(info.dli_fname) &&
         !strstr(info.dli_fname, "libravel.so") && !strstr(info.dli_fname, "libm.so");
}

/* What C++ imports: it has no state that a second call would find changed, but for streams. */
static bool is_of_cxx(const char *name) {
  return strncmp(name, "_Z", 2) == 0 || strncmp(name, "__cxa", 5) == 0 ||
         strncmp(name, "__gxx", 5) == 0 || strncmp(name, "_Unwind", 7) == 0;
}

static void judge(const char *name, struct imports *imports) {
  imports->cancels |= strcmp(name, "pthread_cancel") == 0;
  imports->environment |= strcmp(name, "environ") == 0 || strcmp(name, "__environ") == 0;
  imports->loads |= strcmp(name, "dlopen") == 0;
  imports->asks_for_ends |= strstr(name, "join_np") != NULL;
  if (IS_IN(name, lasting))
    imports->lasting = name;
  if (IS_IN(name, keeping)) {
    imports->stateful = name;
    imports->unrepeatable = true;
  }
  bool known = imports->stateful && imports->unrepeatable;
  if (!known && !IS_IN(name, harmless) && !begins_harmlessly(name) && is_from_system(name)) {
    imports->stateful = name;
    imports->unrepeatable |= !is_of_cxx(name);
  }
}

static void judge_import(const struct relocation *relocation, void *imports) {
  if (relocation->imported)
    judge(relocation->name, imports);
}

static int judge_module(struct dl_phdr_info *info, size_t size, void *imports) {
  (void)size;
  if (!is_system_library(info->dlpi_name) && !strstr(info->dlpi_name, "libstdc++.so"))
    relocations_of(info, judge_import, imports);
  return 0;
}

struct imports imports_judge(void) {
  struct imports imports = {0};
  dl_iterate_phdr(judge_module, &imports);
  return imports;
}
