// Objects of the kernel that outlast the process, and functions of libc that start threads or
// processes or wait in the kernel: not supported, and said by name.
// expect: unsupported
// message: semget is not supported
// also:
// cflags: -DWITH_SHARED
// expect: unsupported
// message: shmget is not supported
// also:
// cflags: -DWITH_MESSAGES
// expect: unsupported
// message: msgget is not supported
// also:
// cflags: -DWITH_QUEUE
// expect: unsupported
// message: mq_open is not supported
// also:
// cflags: -DWITH_READ
// expect: unsupported
// message: aio_read is not supported
// also:
// cflags: -DWITH_CLOCK
// expect: unsupported
// message: clock_settime is not supported
#define _GNU_SOURCE
#include <aio.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>

static void *use(void *unused) {
#if defined WITH_SHARED
  shmget(IPC_PRIVATE, 4096, 0600);
#elif defined WITH_MESSAGES
  msgget(IPC_PRIVATE, 0600);
#elif defined WITH_QUEUE
  mq_open("/ravel-test", O_RDWR);
#elif defined WITH_READ
  struct aiocb request = {.aio_fildes = 0};
  aio_read(&request);
#elif defined WITH_CLOCK
  clock_settime(CLOCK_REALTIME, NULL);
#else
  semget(IPC_PRIVATE, 1, 0600);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  pthread_join(thread, NULL);
  return 0;
}
