/*
 * Thread-local blocks: initial values, addresses of their own, and libc's part.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"
#include "runtime/tls.h"

struct runtime rt;

static _Thread_local int counter = 5;
static _Thread_local char zeroes[300];
static _Thread_local struct { _Alignas(64) long value; } aligned = {11};

enum { AREA = 1 << 20 };

static struct thread make_thread(void) {
  char *area = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *begin;
  struct thread thread = {.tls = tls_place(area + AREA, &begin)};
  CHECK(begin > area && begin < area + AREA);
  tls_begin(&thread);
  return thread;
}

/* What follows runs with other thread-local data; the compiler must not reuse an address. */
static __attribute__((noinline)) int *counter_address(void) {
  int *address = &counter;
  __asm__ volatile("" : "+r"(address));
  return address;
}

static __attribute__((noinline)) void set_all(int value) {
  *counter_address() = value;
  memset(zeroes, value, sizeof zeroes);
  aligned.value = value;
  errno = value;
}

struct seen {
  int counter, zero, error;
  long aligned;
  bool is_aligned, letters;
  int *address;
};

static __attribute__((noinline)) struct seen look_in(struct thread *thread, void *home) {
  tls_set(thread->tls);
  struct seen seen = {*counter_address(),
                      zeroes[299],
                      errno,
                      aligned.value,
                      (uintptr_t)&aligned % 64 == 0,
                      isalpha('x') && !isalpha('1'),
                      counter_address()};
  tls_set(home);
  return seen;
}

static __attribute__((noinline)) void set_in(struct thread *thread, void *home, int value) {
  tls_set(thread->tls);
  set_all(value);
  tls_set(home);
}

int main(void) {
  restore_init();
  tls_init();
  counter = 6; /* as a constructor may do: for the first thread alone */
  tls_snapshot();
  set_all(1);
  void *home = tls_get();
  struct thread a = make_thread(), b = make_thread();

  TEST("a new thread's variables have their initial values, whatever the first one's are");
  struct seen seen = look_in(&a, home);
  CHECK_EQ(seen.counter, 5);
  CHECK_EQ(seen.zero, 0);
  CHECK_EQ(seen.aligned, 11);

  TEST("alignment is kept, and libc works in a new block");
  CHECK(seen.is_aligned);
  CHECK(seen.letters);

  TEST("every thread has its own, errno too, at an address of its own");
  set_in(&a, home, 2);
  set_in(&b, home, 3);
  struct seen in_a = look_in(&a, home), in_b = look_in(&b, home);
  CHECK_EQ(in_a.counter, 2);
  CHECK_EQ(in_a.error, 2);
  CHECK_EQ(in_b.counter, 3);
  CHECK_EQ(in_b.error, 3);
  CHECK_EQ(counter, 1);
  CHECK(in_a.address != in_b.address && in_a.address != &counter);
  CHECK_EQ(*in_a.address, 2);

  TEST("a thread that begins again has initial values again");
  tls_begin(&a);
  CHECK_EQ(look_in(&a, home).counter, 5);
  CHECK_EQ(look_in(&a, home).zero, 0);
  CHECK_EQ(look_in(&b, home).counter, 3);

  TEST("the first thread begins with what constructors made of its variables");
  struct thread first = {.tls = home};
  tls_begin(&first);
  CHECK_EQ(counter, 6);
  CHECK_EQ(zeroes[0], 0);

  TEST("only the first thread's block is told to be its own");
  CHECK(tls_is_main((uintptr_t)&counter));
  CHECK(!tls_is_main((uintptr_t)in_b.address));
  return check_report();
}
