// An event loop: jobs are put into a list under a mutex, and an event tells of them. The loop takes
// the event first and the jobs then. In the other order, what is put in between is never seen.
// expect: pass
// also:
// cflags: -DLATE
// expect: fail deadlock
// at: BUG
// also:
// cflags: -DUNLOCKED
// expect: fail data-race
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { JOBS = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int event, jobs;

static void lock(void) {
#ifndef UNLOCKED
  pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void) {
#ifndef UNLOCKED
  pthread_mutex_unlock(&mutex);
#endif
}

static void *put(void *arg) {
  for (int i = 0; i < JOBS; i++) {
    const uint64_t one = 1;
    lock();
    jobs++;
    unlock();
    write(event, &one, sizeof one);
  }
  return arg;
}

static void take_event(void) {
  uint64_t count;
  read(event, &count, sizeof count);
}

static int take_jobs(void) {
  lock();
  const int n = jobs;
  jobs = 0;
  unlock();
  return n;
}

int main(void) {
  event = eventfd(0, EFD_NONBLOCK);
  const int set = epoll_create1(0);
  struct epoll_event what = {.events = EPOLLIN};
  epoll_ctl(set, EPOLL_CTL_ADD, event, &what);
  pthread_t other;
  pthread_create(&other, NULL, put, NULL);
  for (int done = 0; done < JOBS;) {
    epoll_wait(set, &what, 1, -1); /* BUG */
#ifdef LATE
    done += take_jobs();
    take_event();
#else
    take_event();
    done += take_jobs();
#endif
  }
  pthread_join(other, NULL);
  return 0;
}
