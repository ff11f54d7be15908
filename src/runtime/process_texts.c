#define _GNU_SOURCE
#include "runtime/process_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/layout.h"
#include "runtime/process_numbers.h"
#include "runtime/real.h"

typedef void line_function(FILE *to, const char *line);

struct process_text {
  const char *file;
  line_function *write; /* a line of it; NULL: as it is */
};

/* --- lines ---------------------------------------------------------------------------------------
 */

static bool begins(const char *line, const char *with) {
  return strncmp(line, with, strlen(with)) == 0;
}

static void line_of_status(FILE *to, const char *line) {
  static const struct {
    const char *begin, *text;
  } fixed[] = {
      {"State:", "R (running)"},
      {"Tgid:", "1000"},
      {"Pid:", "1000"},
      {"PPid:", "999"},
      {"TracerPid:", "0"},
      {"FDSize:", "64"},
      {"NS", "1000"},
      {"Vm", "    4096 kB"},
      {"Rss", "    1024 kB"},
      {"HugetlbPages:", "       0 kB"},
      {"Threads:", "1"},
      {"SigQ:", "0/1024"},
      {"Sig", "0000000000000000"},
      {"Shd", "0000000000000000"},
      {"voluntary_", "1"},
      {"nonvoluntary_", "0"},
  };
  const int name = (int)strcspn(line, ":");
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    if (begins(line, fixed[i].begin)) {
      fprintf(to, "%.*s:\t%s\n", name, line, fixed[i].text);
      return;
    }
  fputs(line, to);
}

/* The name is in brackets, and may have some in it; zero stands for the rest. */
static void line_of_stat(FILE *to, const char *line) {
  enum { SIGNALS_AND_MORE = 28 };
  const char *const name = strchr(line, '('), *const end = strrchr(line, ')');
  if (!name || !end)
    return;
  fprintf(to, "1000 %.*s R 999 1000 1000 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 0 4194304 256",
          (int)(end - name + 1), name);
  for (int i = 0; i < SIGNALS_AND_MORE; i++)
    fputs(" 0", to);
  fputc('\n', to);
}

static void line_of_statm(FILE *to, const char *line) {
  (void)line;
  fputs("1024 256 128 16 0 512 0\n", to);
}

/* Zero for each number. */
static void line_of_counts(FILE *to, const char *line) {
  for (const char *at = line; *at; at++) {
    const bool digit = *at >= '0' && *at <= '9';
    const bool first = digit && (at == line || !strchr("0123456789.", at[-1]));
    if (!digit && !(*at == '.' && at > line && at[-1] >= '0' && at[-1] <= '9'))
      fputc(*at, to);
    else if (first)
      fputc('0', to);
  }
}

static bool is_of_program(const char *mapping) {
  const char *const path = strchr(mapping, '/');
  return path && !strstr(path, "libravel.so") && !strstr(path, "memfd:") &&
         !strstr(path, "(deleted)");
}

/* Only what is of the program and its libraries: the rest is Ravel's. Its first thread has the
 * stack. */
static void line_of_maps(FILE *to, const char *line) {
  if (strstr(line, "[stack]"))
    fprintf(to, "%012lx-%012lx rw-p 00000000 00:00 0%26s[stack]\n",
            (unsigned long)SHARED_STACKS_BASE,
            (unsigned long)(SHARED_STACKS_BASE + SHARED_STACK_STRIDE), "");
  else if (is_of_program(line))
    fputs(line, to);
}

/* The same with numbers below each mapping, whose names begin with large letters. */
static void line_of_smaps(FILE *to, const char *line) {
  static bool shown;
  const bool is_count = *line >= 'A' && *line <= 'Z';
  if (!is_count)
    shown = is_of_program(line);
  if (shown && is_count)
    line_of_counts(to, line);
  else if (shown)
    fputs(line, to);
}

static const struct process_text texts[] = {
    {"smaps", line_of_smaps},
    {"smaps_rollup", line_of_counts},
    {"status", line_of_status},
    {"stat", line_of_stat},
    {"statm", line_of_statm},
    {"maps", line_of_maps},
    {"io", line_of_counts},
    {"sched", line_of_counts},
    {"schedstat", line_of_counts},
    {"auxv", NULL},
    {"cgroup", NULL},
    {"cmdline", NULL},
    {"comm", NULL},
    {"cpuset", NULL},
    {"environ", NULL},
    {"exe", NULL},
    {"limits", NULL},
    {"mountinfo", NULL},
    {"mounts", NULL},
    {"personality", NULL},
};

/* --- files ---------------------------------------------------------------------------------------
 */

/* What comes after the directory of the program's process, or of one of its threads. */
static const char *after_process(const char *path) {
  static const char top[] = "/proc/", self[] = "self/", thread[] = "thread-self/",
                    tasks[] = "task/";
  if (!begins(path, top))
    return NULL;
  path += strlen(top);
  if (begins(path, self) || begins(path, thread)) {
    path = strchr(path, '/') + 1;
  } else {
    char *end;
    const long number = strtol(path, &end, 10);
    if (*end != '/' || (!number_is_own((pid_t)number) && number != REAL(getpid)()))
      return NULL;
    path = end + 1;
  }
  const char *const rest = begins(path, tasks) ? strchr(path + strlen(tasks), '/') : NULL;
  return rest ? rest + 1 : path;
}

static const struct process_text *text_find(const char *path) {
  const char *const file = after_process(path);
  for (size_t i = 0; file && i < sizeof texts / sizeof *texts; i++)
    if (strcmp(file, texts[i].file) == 0)
      return &texts[i];
  return NULL;
}

bool process_text_is_fixed(const char *path) {
  return text_find(path);
}

bool process_text_is_made(const char *path) {
  const struct process_text *const text = text_find(path);
  return text && text->write;
}

bool process_text_write(const char *path, int to) {
  const struct process_text *const text = text_find(path);
  FILE *const real = fopen(path, "re"), *const written = fdopen(dup(to), "w");
  char line[4096];
  while (real && written && fgets(line, sizeof line, real))
    text->write(written, line);
  if (real)
    fclose(real);
  if (written)
    fclose(written);
  return real && written;
}
