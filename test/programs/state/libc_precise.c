// Functions of libc read what they need and no more: the rest of a string may be written meanwhile.
// expect: pass
// also: --races=interleave
// expect: pass
// traces: 1 (what the threads touch is not the same)
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[24] __attribute__((aligned(8))) = "12,abcdefghijklmnop";

static void *writer(void *unused) {
  text[16] = 'x';
  return unused;
}

int main(void) {
  pthread_t thread;
  char copy[8];
  pthread_create(&thread, NULL, writer, NULL);
  assert(strchr(text, ',') == text + 2);
  assert(memchr(text, 'b', sizeof text) == text + 4);
  assert(strncmp(text, "12,ab", 5) == 0);
  assert(strcmp(text, "12.") != 0);
  assert(strspn(text, "0123456789") == 2 && strcspn(text, ",") == 2);
  assert(strstr(text, "abc") == text + 3);
  assert(strtol(text, NULL, 10) == 12 && atoi(text) == 12);
  assert(snprintf(copy, sizeof copy, "%.5s", text) == 5 && strcmp(copy, "12,ab") == 0);
  pthread_join(thread, NULL);
  return 0;
}
