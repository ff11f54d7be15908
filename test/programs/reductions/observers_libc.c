// Three threads store to one variable. What is left there is read by functions of libc alone. Every
// thread can be the last.
// expect: fail assertion
// options: --keep-going --observers
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=ATOI
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=SCAN
// also: --keep-going --observers --context-sensitive
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=PRINT
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=WRITE
// also: --keep-going --observers
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=UNKNOWN
// also: --keep-going --observers --reset=fork
// expect: fail assertion
// errors: 3
// algorithms: source optimal
// cflags: -DHOW=UNKNOWN
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ATOI, SCAN, PRINT, WRITE, UNKNOWN };

static _Atomic(char) text[4] __attribute__((aligned(8)));

static void *store(void *digit) {
  text[0] = (char)(intptr_t)digit;
  return NULL;
}

static void look(int digit) {
  assert(digit != 1);
  assert(digit != 2);
  assert(digit != 3);
}

int main(void) {
  pthread_t thread[3];
  char *const plain = (char *)text;
  char copy[4] = "";
  int number = 0, ends[2];
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, store, (void *)('1' + i));
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  switch (HOW) {
  case ATOI:
    number = atoi(plain);
    break;
  case SCAN:
    assert(sscanf(plain, "%d", &number) == 1);
    break;
  case PRINT:
    snprintf(copy, sizeof copy, "%s", plain);
    number = copy[0] - '0';
    break;
  case WRITE:
    assert(pipe(ends) == 0 && write(ends[1], plain, 1) == 1 && read(ends[0], copy, 1) == 1);
    close(ends[0]);
    close(ends[1]);
    number = copy[0] - '0';
    break;
  case UNKNOWN:
    number = (int)a64l(plain) - 2;
    break;
  }
  look(number);
  return 0;
}
