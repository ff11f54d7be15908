// printf reads the strings that it prints: one of them is written by another thread meanwhile.
// expect: fail data-race
// message: read of 1 byte races with write
#include <pthread.h>
#include <stdio.h>

static char text[16] = "hello";

static void *writer(void *unused) {
  text[1] = 'a';
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  printf("%d %f %-8s\n", 1, 2.5, text);
  pthread_join(thread, NULL);
  return 0;
}
