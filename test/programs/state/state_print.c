// What is printed orders nothing: neither on standard output and error, nor to a file that is only
// written to.
// expect: pass
// traces: 1 (nothing is read back)
// also: --races=interleave
// expect: pass
// traces: 1 (the same)
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *print(void *arg) {
  printf("%s\n", (const char *)arg);
  fputs(arg, stderr);
  puts(arg);
  write(1, arg, strlen(arg));
  fprintf(stdout, "%s", (const char *)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  setvbuf(stdout, NULL, _IONBF, 0);
  pthread_create(&a, NULL, print, "a");
  pthread_create(&b, NULL, print, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  fflush(stdout);
  return 0;
}
