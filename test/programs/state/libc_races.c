// What functions of libc read and write for the program races with what another thread writes.
// expect: fail data-race
// at: RACE
// cflags: -DCALL=ATOI
// also:
// cflags: -DCALL=STRTOL_END
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=PUTS
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=WRITE
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=READ
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=READV
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=FGETS
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=FREAD
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=GETLINE
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=SNPRINTF
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=QSORT
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=CLOCK
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=SLEEP
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=TIMED_LOCK
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=SEM_VALUE
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=CREATE
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=JOIN
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=STAT
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=GMTIME
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=FREXP -lm
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=WIDE
// expect: fail data-race
// at: RACE
// also:
// cflags: -DCALL=TOKENS
// expect: fail data-race
// at: RACE
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

enum {
  ATOI,
  STRTOL_END,
  PUTS,
  WRITE,
  READ,
  READV,
  FGETS,
  FREAD,
  GETLINE,
  SNPRINTF,
  QSORT,
  CLOCK,
  SLEEP,
  TIMED_LOCK,
  SEM_VALUE,
  CREATE,
  JOIN,
  STAT,
  GMTIME,
  FREXP,
  WIDE,
  TOKENS
};

/* What is raced for, in all its forms; the other thread writes all bytes of it. */
static union {
  char text[256];
  int number;
  char *pointer;
  double real;
  struct timespec time;
  struct tm calendar;
  struct stat status;
  pthread_t thread;
  wchar_t wide[8];
} shared;

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
  for (size_t i = 0; i < sizeof shared.status; i++)
    shared.text[i] = 0;
  return unused;
}

static void *nothing(void *unused) {
  return unused;
}

static int compare(const void *a, const void *b) {
  (void)a, (void)b;
  return 0;
}

static FILE *lines(void) {
  FILE *file = fopen("/proc/self/status", "r");
  setvbuf(file, NULL, _IONBF, 0);
  return file;
}

static void call(pthread_t third) {
  time_t now = 0;
  size_t room = sizeof shared;
  char local[] = "7 a";
  struct iovec vector[] = {{local, 2}, {shared.text, 8}};
  switch (CALL) {
  case ATOI:
    if (atoi(shared.text) == 99) /* RACE */
      abort();
    break;
  case STRTOL_END:
    strtol(local, &shared.pointer, 10); /* RACE */
    break;
  case PUTS:
    puts(shared.text); /* RACE */
    break;
  case WRITE:
    if (write(1, shared.text, 4) < 0) /* RACE */
      abort();
    break;
  case READ:
    if (read(fileno(lines()), shared.text, 4) != 4) /* RACE */
      abort();
    break;
  case READV:
    if (readv(fileno(lines()), vector, 2) != 10) /* RACE */
      abort();
    break;
  case FGETS:
    fgets(shared.text, 8, lines()); /* RACE */
    break;
  case FREAD:
    if (fread(shared.text, 2, 3, lines()) != 3) /* RACE */
      abort();
    break;
  case GETLINE:
    getline(&shared.pointer, &room, lines()); /* RACE */
    break;
  case SNPRINTF:
    snprintf(shared.text, sizeof shared, "%d", 5); /* RACE */
    break;
  case QSORT:
    qsort(shared.text, 4, 2, compare); /* RACE */
    break;
  case CLOCK:
    clock_gettime(CLOCK_MONOTONIC, &shared.time); /* RACE */
    break;
  case SLEEP:
    nanosleep(&shared.time, NULL); /* RACE */
    break;
  case TIMED_LOCK:
    pthread_mutex_timedlock(&mutex, &shared.time); /* RACE */
    break;
  case SEM_VALUE:
    sem_getvalue(&semaphore, &shared.number); /* RACE */
    break;
  case CREATE:
    pthread_create(&shared.thread, NULL, nothing, NULL); /* RACE */
    break;
  case JOIN:
    pthread_join(third, (void **)&shared.pointer); /* RACE */
    break;
  case STAT:
    stat("/", &shared.status); /* RACE */
    break;
  case GMTIME:
    gmtime_r(&now, &shared.calendar); /* RACE */
    break;
  case FREXP:
    frexp(atof(local), &shared.number); /* RACE */
    break;
  case WIDE:
    if (wcslen(shared.wide) == 99) /* RACE */
      abort();
    break;
  case TOKENS:
    strtok_r(local, " ", &shared.pointer); /* RACE */
    break;
  }
}

int main(void) {
  pthread_t thread, third;
  sem_init(&semaphore, 0, 0);
  strcpy(shared.text, "12");
  pthread_create(&third, NULL, nothing, NULL);
  pthread_create(&thread, NULL, other, NULL);
  call(third);
  pthread_join(thread, NULL);
  return 0;
}
