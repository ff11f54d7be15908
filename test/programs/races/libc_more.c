// What less common functions of libc read and write for the program is checked as any access: here
// another thread accesses the same memory plainly.
// expect: fail data-race
// also:
// cflags: -DCONVERTS
// expect: fail data-race
// also:
// cflags: -DFINDS_USER
// expect: fail data-race
// also:
// cflags: -DJOINS_WIDE
// expect: fail data-race
// also:
// cflags: -DSPLITS_WIDE
// expect: fail data-race
// also:
// cflags: -DDRAWS
// expect: fail data-race
// also:
// cflags: -DFORMATS
// expect: fail data-race
// also:
// cflags: -DORDERS -lm
// libs: -lm
// expect: fail data-race
// also:
// cflags: -DELSEWHERE
// expect: pass
#define _GNU_SOURCE
#include <iconv.h>
#include <math.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char text[64] = "abc";
static wchar_t wide[64] = L"ab cd";
static int32_t words[16];
static double numbers[2];
__attribute__((used)) static int order;

static void *call(void *unused) {
#if defined CONVERTS
  char from[] = "xyz", *in = from, *out = text;
  size_t in_left = sizeof from, out_left = sizeof text;
  iconv(iconv_open("UTF-8", "ISO-8859-1"), &in, &in_left, &out, &out_left);
#elif defined FINDS_USER
  struct passwd user, *found;
  getpwuid_r(0, &user, text, sizeof text, &found);
#elif defined JOINS_WIDE
  wcsncat(wide, L"xyz", 2);
#elif defined SPLITS_WIDE
  wchar_t *rest;
  wcstok(wide, L" ", &rest);
#elif defined DRAWS
  struct random_data generator = {0};
  int32_t number;
  initstate_r(1, (char *)words, sizeof words, &generator);
  random_r(&generator, &number);
#elif defined FORMATS
  strfromd(text, sizeof text, "%g", 1.5);
#elif defined ORDERS
  order = totalorder(&numbers[0], &numbers[1]);
#elif defined ELSEWHERE
  strfromd(text + 32, 8, "%g", 1.5);
#else
  regex_t expression;
  regcomp(&expression, "b+", REG_EXTENDED);
  regexec(&expression, text, 0, NULL, 0);
  regfree(&expression);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, call, NULL);
  text[1] = 'y';
  wide[1] = L'y';
  words[1] = 3;
  numbers[1] = 3;
  pthread_join(thread, NULL);
  return 0;
}
