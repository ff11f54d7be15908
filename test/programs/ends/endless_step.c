// Loops without a visible operation that come back to the same registers and memory, and yet may
// end: another thread ends the program, they look at a clock, they read what another thread writes,
// or they are cancelled. A counter in the stack is memory: the registers come again, and that is
// not.
// algorithms: optimal
// options: --step-seconds=60
// cflags: -DEXITS
// expect: pass
// also: --step-seconds=60
// cflags: -DCLOCK
// expect: pass
// also: --step-seconds=60
// cflags: -DCOUNTS -O0
// expect: pass
// also: --step-seconds=1 --races=ignore
// cflags: -DFLAG
// compiler: gcc (in what clang makes of it the other thread is first, and the loop ends)
// expect: incomplete long-execution
// stopped_by: --step-seconds
// also: --step-seconds=1
// cflags: -DCANCELLED
// expect: incomplete long-execution
// stopped_by: --step-seconds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

#if defined(CLOCK) && defined(__x86_64__)
/* A system call that is not seen; what it has said is forgotten each time. */
static long seconds(void) {
  struct timespec now;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_clock_gettime), "D"(CLOCK_MONOTONIC), "S"(&now)
                   : "rcx", "r11", "memory");
  const long answer = now.tv_sec;
  now = (struct timespec){0};
  __asm__ volatile("" ::"r"(&now) : "memory");
  return answer;
}

static void loop(void) {
  for (const long end = seconds() + 3; seconds() < end;)
    ;
}
#elif defined(FLAG)
static int flag;

#define READ_AGAIN ({ __asm__ volatile("" ::: "memory"); })

static void loop(void) {
  for (; !flag; READ_AGAIN) /* in one line: where in it the time is over is not always the same */
    ;
}
#elif defined(COUNTS)
static void loop(void) {
  int one = 1, other = 1;
  for (int i = 0; i < 2000000000; i += one / other) /* some seconds, without optimisation */
    ;
}
#else
static void loop(void) {
#if !defined(CLOCK)
  for (;;)
    ;
#endif
}
#endif

static atomic_int last;

static void *other(void *main_thread) {
  atomic_store(&last, 1);
#if defined(EXITS)
  exit(0);
#elif defined(FLAG)
  flag = 1;
#elif defined(CANCELLED)
  pthread_cancel(*(pthread_t *)main_thread);
#endif
  return main_thread;
}

int main(void) {
  pthread_t thread, self = pthread_self();
#ifdef CANCELLED
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#endif
#ifdef COUNTS
  loop(); /* alone: where others can run, it may read what they write */
#endif
  pthread_create(&thread, NULL, other, &self);
#ifndef COUNTS
  loop();
#endif
  pthread_join(thread, NULL);
  return 0;
}
