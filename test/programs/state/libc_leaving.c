// Functions of libc that call back are left by longjmp and by the end of a thread; functions with
// many arguments get all of them; pointers to functions are what they are.
// expect: pass
// also: --races=interleave
// expect: pass
// also:
// cflags: -O2 -fno-plt
// expect: pass
// also:
// cflags: -no-pie
// expect: pass
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cleaned;
static jmp_buf before;

static void clean(void *unused) {
  (void)unused;
  cleaned++;
}

static int jumps(const void *a, const void *b) {
  (void)a, (void)b;
  longjmp(before, 1);
}

static int ends(const void *a, const void *b) {
  (void)a, (void)b;
  pthread_exit(NULL);
}

static void *sorts(void *unused) {
  int array[2] = {2, 1};
  pthread_cleanup_push(clean, NULL);
  qsort(array, 2, sizeof *array, ends);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  static size_t (*const functions[])(const char *) = {strlen};
  size_t (*length)(const char *) = strlen;
  pthread_t thread;
  int array[2] = {2, 1}, n[10], counted;
  char text[64], *block = malloc(10);
  if (!setjmp(before)) {
    qsort(array, 2, sizeof *array, jumps);
    assert(0);
  }
  pthread_create(&thread, NULL, sorts, NULL);
  pthread_join(thread, NULL);
  assert(cleaned == 1);
  assert(length("abc") == 3 && functions[0]("ab") == 2 && functions[0] == length);
  assert(sscanf("1 2 3 4 5 6 7 8 9 10", "%d%d%d%d%d%d%d%d%d%d", &n[0], &n[1], &n[2], &n[3], &n[4],
                &n[5], &n[6], &n[7], &n[8], &n[9]) == 10);
  assert(n[0] == 1 && n[9] == 10);
  assert(snprintf(text, sizeof text, "%1$s %2$d %1$s", "p", 5) == 5);
  assert(snprintf(NULL, 0, "%d", 12) == 2 && strtold("1.5", NULL) == 1.5L);
  assert(snprintf(text, sizeof text, "abc%n", &counted) == 3 && counted == 3);
  memset(block, 'a', 10); /* no terminator */
  assert(snprintf(text, sizeof text, "%.10s", block) == 10);
  free(block);
  return 0;
}
