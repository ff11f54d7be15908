// A function of libc whose address comes from dlsym() does what it does under its name: strtol
// reads the text that another thread writes.
// expect: fail data-race
// at: READS
// cflags: -ldl
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static char text[4] = "12";

static void *writer(void *arg) {
  text[1] = '3';
  return arg;
}

int main(void) {
  pthread_t thread;
  long (*number)(const char *, char **, int) =
      (long (*)(const char *, char **, int))dlsym(RTLD_DEFAULT, "strtol");
  if (!number)
    return 0;
  pthread_create(&thread, NULL, writer, NULL);
  number(text, NULL, 10); /* READS */
  pthread_join(thread, NULL);
  return 0;
}
