/*
 * Restoring this very program: its small and its large variables, and not what is elsewhere.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "runtime/restore.h"
#include "runtime/runtime.h"

struct runtime rt;

enum { LARGE = 4 << 20 };

static int small = 7;
static int zero;
static char large[LARGE];
static const int *pointer = &small;

/* This test's own count of what passed is among what is restored. */
static void restore_but_the_count(void) {
  typeof(check_state) count = check_state;
  restore();
  check_state = count;
}

static void change_everything(void) {
  small = 8;
  zero = 9;
  pointer = &zero;
  memset(large, 1, sizeof large);
}

static bool is_initial(void) {
  for (size_t i = 0; i < sizeof large; i++)
    if (large[i] != (i == LARGE / 2 ? 5 : 0))
      return false;
  return small == 7 && zero == 3 && pointer == &small;
}

int main(void) {
  rt.shared = calloc(1, sizeof *rt.shared);
  zero = 3;
  large[LARGE / 2] = 5;
  restore_init();
  restore_snapshot();

  TEST("variables are what they were when the snapshot was taken, not what they start with");
  change_everything();
  restore_but_the_count();
  CHECK(is_initial());

  TEST("again and again");
  for (int i = 0; i < 10; i++) {
    change_everything();
    restore_but_the_count();
    CHECK(is_initial());
  }

  TEST("what is allocated, and what is on the stack, is left alone");
  int on_stack = 1, *allocated = malloc(sizeof *allocated);
  *allocated = 1;
  on_stack = 2;
  *allocated = 2;
  restore_but_the_count();
  CHECK_EQ(on_stack, 2);
  CHECK_EQ(*allocated, 2);
  free(allocated);

  TEST("this program is the program, and libc is not");
  CHECK(in_program((uintptr_t)main));
  CHECK(!in_program((uintptr_t)(void *)strtol));
  CHECK(in_libc((uintptr_t)(void *)strtol));
  CHECK(!in_libc((uintptr_t)main));
  return check_report();
}
