// Functions of libc that keep something for all threads: in which order threads call them makes a
// difference. Where a database goes on, a table that there is one of, the sign of lgamma(). What
// libc asks the clock for itself is nobody's business, and to change the user concerns no signal.
// libs: -lm
// cflags: -lm
// expect: fail assertion
// message: uid == 0
// also:
// cflags: -DLATER -lm
// expect: fail assertion
// message: uid_of_other == 0
// also:
// cflags: -DTABLE -lm
// expect: fail assertion
// message: found
// also:
// cflags: -DSIGN -lm
// expect: fail data-race
// message: read of 4 bytes races
// also:
// cflags: -DSIGN -DJOINED -lm
// expect: fail assertion
// message: signgam == 1
// also:
// cflags: -DTREE -lm
// expect: fail data-race
// also:
// cflags: -DUSER -lm
// expect: pass
// also:
// cflags: -DCLOCK -lm
// expect: pass
// also:
// cflags: -DOLD_SIGNALS -lm
// expect: unsupported
// message: sigset is not supported
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

double result; /* not static: stores to these have to stay */
int sign;
uid_t uid_of_other;
static void *root;

static int compare(const void *a, const void *b) {
  return strcmp(a, b);
}

static void *other(void *unused) {
#ifdef TABLE
  hsearch((ENTRY){"name", NULL}, ENTER);
#elif defined(SIGN)
  result = lgamma(-0.5); /* negative */
#elif defined(TREE)
  tsearch("a", &root, compare);
#elif defined(USER)
  assert(setuid(getuid()) == 0);
#elif defined(CLOCK)
  strfry((char[]){"text"});
#elif defined(OLD_SIGNALS)
  sigset(SIGUSR1, SIG_IGN);
#else
  uid_of_other = getpwent()->pw_uid;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef TABLE
  hcreate(4);
#endif
  (void)compare;
  pthread_create(&thread, NULL, other, NULL);
#ifdef TABLE
  const ENTRY *const found = hsearch((ENTRY){"name", NULL}, FIND);
  assert(!found);
#elif defined(SIGN) && !defined(JOINED)
  sign = signgam;
#elif defined(SIGN)
  lgamma(1.5); /* positive */
#elif defined(TREE)
  tsearch("b", &root, compare);
#elif defined(USER)
  assert(setuid(getuid()) == 0);
#elif !defined(CLOCK) && !defined(OLD_SIGNALS)
  const uid_t uid = getpwent()->pw_uid;
#ifndef LATER
  assert(uid == 0); /* the first entry is root's */
#endif
#endif
  pthread_join(thread, NULL);
#ifdef LATER
  assert(uid_of_other == 0);
#endif
#if defined(SIGN) && defined(JOINED)
  assert(signgam == 1);
#endif
  return 0;
}
