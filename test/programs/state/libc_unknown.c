// Functions of libc that Ravel does not know are named by the verdict, all in one sentence. Those
// that ordinary programs call are known.
// expect: pass
// not_covered: ^what these functions of the C library do, which Ravel does not know: argz_create,
// strfry, argz_add$
// also:
// cflags: -DKNOWN -lm
// expect: pass
// not_covered: nothing
// also: --jobs 2
// expect: pass
// algorithms: optimal
// not_covered: ^what these functions of the C library do, which Ravel does not know: argz_create,
// strfry, argz_add$
#define _GNU_SOURCE
#include <argz.h>
#include <assert.h>
#include <fenv.h>
#include <fnmatch.h>
#include <grp.h>
#include <iconv.h>
#include <libintl.h>
#include <math.h>
#include <net/if.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <stdatomic.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static atomic_int calls;

#ifdef KNOWN
static void texts(void) {
  char from[] = "abc", to[8], *in = from, *out = to, digits[32];
  size_t in_left = sizeof from, out_left = sizeof to;
  const iconv_t conversion = iconv_open("UTF-8", "ISO-8859-1");
  assert(conversion != (iconv_t)-1 && iconv(conversion, &in, &in_left, &out, &out_left) == 0);
  iconv_close(conversion);
  assert(in_left == 0 && strcmp(to, "abc") == 0);
  regex_t expression;
  regmatch_t match[1];
  assert(regcomp(&expression, "b+", REG_EXTENDED) == 0);
  assert(regexec(&expression, from, 1, match, 0) == 0 && match[0].rm_so == 1);
  regfree(&expression);
  assert(fnmatch("a*", from, 0) == 0 && strcmp(gettext("nothing"), "nothing") == 0);
  strfromd(digits, sizeof digits, "%g", 0.5);
  assert(strcmp(digits, "0.5") == 0 && wcswidth(L"ab", 2) == 2);
  assert(isinf(strtod("1", NULL)) == 0 && ldexp(1, calls > 9) == 1);
}

static void names(void) {
  char buffer[4096];
  struct passwd user, *found_user;
  struct group group, *found_group;
  struct addrinfo *list, wanted = {.ai_flags = AI_NUMERICHOST};
  assert(getpwuid_r(0, &user, buffer, sizeof buffer, &found_user) == 0);
  assert(getgrgid_r(0, &group, buffer, sizeof buffer, &found_group) == 0);
  if (getaddrinfo("127.0.0.1", NULL, &wanted, &list) == 0)
    freeaddrinfo(list);
  if_nametoindex("lo");
}

static void others(void) {
  gid_t groups[64];
  uid_t real, effective, saved;
  struct termios settings;
  struct statvfs files;
  fenv_t environment;
  struct random_data generator = {0};
  static _Thread_local char state[64];
  int32_t number;
  assert(getresuid(&real, &effective, &saved) == 0 && getgroups(64, groups) >= 0);
  tcgetattr(0, &settings);
  assert(fstatvfs(0, &files) == 0 && __fpending(stdout) == 0);
  fegetenv(&environment);
  fesetenv(FE_DFL_ENV);
  assert(initstate_r(1, state, sizeof state, &generator) == 0 &&
         random_r(&generator, &number) == 0);
}
#endif

static void *call(void *unused) {
  calls++;
#ifdef KNOWN
  texts();
  names();
  others();
#else
  char *list, text[] = "a";
  size_t length;
  argz_create((char *[]){text, NULL}, &list, &length);
  argz_add(&list, &length, strfry(text));
  free(list);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, call, NULL);
  call(NULL);
  pthread_join(thread, NULL);
  return 0;
}
