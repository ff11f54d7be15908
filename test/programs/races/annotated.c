// A program says of itself what happens before what, by functions that ThreadSanitizer has: data
// are handed over through a volatile flag, which orders nothing.
// expect: pass
// cflags: -DSAYS
// also:
// expect: fail data-race
// at: BUG
// also:
// cflags: -DANNOTATES
// expect: pass
// also:
// cflags: -DBENIGN
// expect: pass
// not_covered: benign
// also:
// cflags: -DIGNORED
// expect: pass
// not_covered: ignored
// also:
// cflags: -DSAYS -DLATE
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void __tsan_acquire(void *);
void __tsan_release(void *);
void AnnotateHappensBefore(const char *, int, const volatile void *);
void AnnotateHappensAfter(const char *, int, const volatile void *);
void AnnotateBenignRaceSized(const char *, int, const volatile void *, size_t, const char *);
void AnnotateIgnoreReadsBegin(const char *, int);
void AnnotateIgnoreReadsEnd(const char *, int);

static volatile int flag;
int data;

static void before(void) {
#ifdef SAYS
  __tsan_release((void *)&flag);
#elif defined ANNOTATES
  AnnotateHappensBefore(__FILE__, __LINE__, &flag);
#endif
}

static void after(void) {
#ifdef SAYS
  __tsan_acquire((void *)&flag);
#elif defined ANNOTATES
  AnnotateHappensAfter(__FILE__, __LINE__, &flag);
#endif
}

static void *give(void *arg) {
#ifdef LATE
  before();
#endif
  data = 1;
#ifndef LATE
  before();
#endif
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t other;
#ifdef BENIGN
  AnnotateBenignRaceSized(__FILE__, __LINE__, &data, sizeof data, "on purpose");
#endif
  pthread_create(&other, NULL, give, NULL);
  if (flag) {
    after();
#ifdef IGNORED
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
#endif
    assert(data == 1); /* BUG */
#ifdef IGNORED
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
  }
  pthread_join(other, NULL);
  return 0;
}
