// Functions of libc used as they are meant to be: nothing is wrong, and results are theirs.
// expect: pass
// cflags: -lm
// also: --races=interleave
// cflags: -lm
// expect: pass
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char shared[64];

static int by_value(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static void numbers(void) {
  char *end;
  char *text = malloc(3);
  memcpy(text, "42;", 3); /* no terminator: nothing reads as far as that */
  assert(strtol(text, &end, 10) == 42 && end == text + 2);
  assert(strtod(text, &end) == 42.0 && *end == ';');
  assert(atoi(text) == 42);
  free(text);
  errno = 0;
  assert(strtol("99999999999999999999", NULL, 10) > 0 && errno == ERANGE);
  int exponent, array[] = {3, 1, 2};
  double whole;
  assert(frexp(8.0, &exponent) == 0.5 && exponent == 4);
  assert(modf(2.5, &whole) == 0.5 && whole == 2.0);
  qsort(array, 3, sizeof *array, by_value);
  assert(array[0] == 1 && array[2] == 3);
  int wanted = 2;
  assert(bsearch(&wanted, array, 3, sizeof *array, by_value) == array + 1);
}

static void texts(void) {
  char buffer[64], *word, *rest;
  int a, b;
  float f;
  assert(snprintf(buffer, sizeof buffer, "%d %s %.1f %c %ld %5.2Lf|%*d", 1, "two", 3.0, '4', 5L,
                  6.25L, 4, 7) == 24);
  assert(strcmp(buffer, "1 two 3.0 4 5  6.25|   7") == 0);
  assert(sscanf("10 20 2.5 word", "%d%d%f%ms", &a, &b, &f, &word) == 4);
  assert(a == 10 && b == 20 && f == 2.5f && strcmp(word, "word") == 0);
  free(word);
  char path[] = "a,b";
  assert(strcmp(strtok_r(path, ",", &rest), "a") == 0);
  assert(strcmp(strtok_r(NULL, ",", &rest), "b") == 0);
  assert(!strtok_r(NULL, ",", &rest));
  assert(asprintf(&word, "%s-%d", "x", 3) == 3 && strcmp(word, "x-3") == 0);
  free(word);
  wchar_t wide[8];
  assert(mbstowcs(wide, "abc", 8) == 3 && wcscmp(wide, L"abc") == 0);
  assert(swprintf(wide, 8, L"%d", 77) == 2 && wcstol(wide, NULL, 10) == 77);
  assert(strerror_r(EINVAL, buffer, sizeof buffer) && toupper('a') == 'A');
  struct in_addr address;
  assert(inet_pton(AF_INET, "127.0.0.1", &address) == 1);
  assert(inet_ntop(AF_INET, &address, buffer, sizeof buffer) == buffer);
}

static void files(void) {
  char buffer[16], *line = NULL;
  size_t room = 0;
  int ends[2];
  struct stat status;
  assert(pipe(ends) == 0);
  struct iovec out[] = {{"ab", 2}, {"cd\n", 3}}, in[] = {{buffer, 3}, {buffer + 3, 13}};
  assert(writev(ends[1], out, 2) == 5 && readv(ends[0], in, 2) == 5);
  assert(memcmp(buffer, "abcd\n", 5) == 0);
  assert(write(ends[1], "line\nrest", 9) == 9 && close(ends[1]) == 0);
  FILE *file = fdopen(ends[0], "r");
  assert(getline(&line, &room, file) == 5 && strcmp(line, "line\n") == 0);
  assert(fread(buffer, 1, sizeof buffer, file) == 4 && feof(file));
  free(line);
  fclose(file);
  assert(stat("/", &status) == 0 && S_ISDIR(status.st_mode));
  assert(stat("/no/such/file", &status) == -1 && errno == ENOENT);
  assert(getcwd(NULL, 0) != NULL || errno);
}

static void times(void) {
  char buffer[32];
  struct tm calendar;
  struct timespec now;
  time_t zero = 0;
  assert(gmtime_r(&zero, &calendar) == &calendar);
  assert(strftime(buffer, sizeof buffer, "%Y", &calendar) == 4 && strcmp(buffer, "1970") == 0);
  assert(clock_gettime(CLOCK_REALTIME, &now) == 0 && time(&zero) == zero);
}

static void *append(void *text) {
  pthread_mutex_lock(&mutex);
  const size_t before = strlen(shared);
  snprintf(shared + before, sizeof shared - before, "%s", (char *)text);
  pthread_mutex_unlock(&mutex);
  return text;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, append, "one");
  append("two");
  pthread_join(thread, &result);
  assert(strcmp(result, "one") == 0 && strlen(shared) == 6);
  numbers();
  texts();
  files();
  times();
  return 0;
}
