/*
 * time.h, pthread.h, semaphore.h, threads.h, sched.h, signal.h. Most of these functions are the
 * runtime's own, and what they do to their objects is in the files of those. Here is what memory
 * they touch before they wait for anything; what they write later, when they have waited, they say
 * themselves.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <threads.h>
#include <time.h>

#include "runtime/libc_table.h"

/* FUTEX_WAIT and its kind have a time to wait. */
static void more_syscall(const struct libc_call *call, struct libc_ranges *ranges) {
  const int operation = (int)libc_argument(call, 2) & FUTEX_CMD_MASK;
  const uint64_t time = libc_argument(call, 4);
  if ((long)libc_argument(call, 0) == SYS_futex && time &&
      (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET))
    libc_touches(ranges, time, sizeof(struct timespec), false);
}

/* How much strftime writes is its result, and a terminator. */
static void more_strftime(const struct libc_call *call, struct libc_ranges *ranges) {
  if (!libc_has_returned(ranges))
    libc_may_write(ranges, libc_argument(call, 0), libc_argument(call, 1));
  else if (call->result[0])
    libc_may_write(ranges, libc_argument(call, 0), call->result[0] + 1);
}

#define DEADLINE(name, arg) ROW(name, TOUCHES(IN(arg, OF(struct timespec))))
#define GETS(name, object, type) ROW(name, TOUCHES(IN(0, OF(object)), OUT(1, OF(type))))
#define SETS(name, object) ROW(name, TOUCHES(OUT(0, OF(object))))

static const struct libc_function rows[] = {
    /* clocks and sleeping */
    ROW("clock_gettime", TOUCHES(OUT(1, OF(struct timespec)))),
    ROW("clock_getres", TOUCHES(OUT(1, OF(struct timespec)))),
    ROW("gettimeofday", TOUCHES(OUT(0, OF(struct timeval)), OUT(1, OF(struct timezone)))),
    ROW("time", TOUCHES(OUT(0, OF(time_t)))),
    ROW("timespec_get", TOUCHES(OUT(0, OF(struct timespec)))),
    ROW("timespec_getres", TOUCHES(OUT(0, OF(struct timespec)))),
    ROW("ftime", TOUCHES(OUT(0, OF(struct timeb))), ON(SYSTEM, 0, LOOK), KEEPS(STATE)),
    ROW("nanosleep", TOUCHES(IN(0, OF(struct timespec)))),
    ROW("clock_nanosleep", TOUCHES(IN(2, OF(struct timespec)))),
    ROW("thrd_sleep", TOUCHES(IN(0, OF(struct timespec)))),
    /* calendars */
    ROW("localtime_r", TOUCHES(IN(0, OF(time_t)), OUT(1, OF(struct tm), IF(NOT_ZERO))),
        ON(TIME_ZONE, 0, LOOK)),
    ROW("gmtime_r", TOUCHES(IN(0, OF(time_t)), OUT(1, OF(struct tm), IF(NOT_ZERO)))),
    ROW("localtime", TOUCHES(IN(0, OF(time_t))), ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    ROW("gmtime", TOUCHES(IN(0, OF(time_t))), ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    ROW("asctime", TOUCHES(IN(0, OF(struct tm))), ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    ROW("ctime", TOUCHES(IN(0, OF(time_t))), ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
    ROW("asctime_r", TOUCHES(IN(0, OF(struct tm)), OUT(1, LINE(LIBC_NO_LIMIT), IF(NOT_ZERO)))),
    ROW("ctime_r", TOUCHES(IN(0, OF(time_t)), OUT(1, LINE(LIBC_NO_LIMIT), IF(NOT_ZERO))),
        ON(TIME_ZONE, 0, LOOK)),
    ROW("mktime", TOUCHES(OUT(0, OF(struct tm))), ON(TIME_ZONE, 0, LOOK)),
    ROW("timelocal", TOUCHES(OUT(0, OF(struct tm))), ON(TIME_ZONE, 0, LOOK)),
    ROW("timegm", TOUCHES(OUT(0, OF(struct tm)))),
    ROW("strftime", TOUCHES(IN(2, STRING), IN(3, OF(struct tm))), .more = more_strftime,
        .more_after = true, ON(TIME_ZONE, 0, LOOK)),
    ROW("strftime_l", TOUCHES(IN(2, STRING), IN(3, OF(struct tm))), .more = more_strftime,
        .more_after = true, ON(TIME_ZONE, 0, LOOK)),
    ROW("__strftime_l", TOUCHES(IN(2, STRING), IN(3, OF(struct tm))), .more = more_strftime,
        .more_after = true, ON(TIME_ZONE, 0, LOOK)),
    ROW("strptime", TOUCHES(IN(0, STRING), IN(1, STRING), OUT(2, OF(struct tm), IF(NOT_ZERO))),
        ON(LOCALE, 0, LOOK)),
    ROW("difftime"),
    ROW("__gmtime_r", TOUCHES(IN(0, OF(time_t)), OUT(1, OF(struct tm), IF(NOT_ZERO)))),
    ROW("dysize"),
    ROW("tzset", ON(TIME_ZONE, 0, CHANGE), KEEPS(STATE)),
    /* threads */
    ROW("pthread_create", TOUCHES(OUT(0, OF(pthread_t)), IN(1, OF(pthread_attr_t)))),
    ROW("thrd_create", TOUCHES(OUT(0, OF(thrd_t)))),
    DEADLINE("pthread_timedjoin_np", 2),
    DEADLINE("pthread_clockjoin_np", 3),
    ROW("pthread_setcancelstate", TOUCHES(OUT(1, OF(int)))),
    ROW("pthread_setcanceltype", TOUCHES(OUT(1, OF(int)))),
    ROW("pthread_mutex_getprioceiling", TOUCHES(OUT(1, OF(int)))),
    ROW("pthread_mutex_setprioceiling", TOUCHES(OUT(2, OF(int)))),
    ROW("pthread_getattr_np", TOUCHES(OUT(1, OF(pthread_attr_t)))),
    ROW("pthread_getattr_default_np", TOUCHES(OUT(0, OF(pthread_attr_t)))),
    ROW("pthread_getschedparam", TOUCHES(OUT(1, OF(int)), OUT(2, OF(struct sched_param)))),
    ROW("pthread_setschedparam", TOUCHES(IN(2, OF(struct sched_param)))),
    ROW("pthread_getaffinity_np", TOUCHES(OUT(2, BYTES(1)))),
    ROW("pthread_setaffinity_np", TOUCHES(IN(2, BYTES(1)))),
    ROW("pthread_getcpuclockid", TOUCHES(OUT(1, OF(clockid_t)))),
    ROW("clock_getcpuclockid", TOUCHES(OUT(1, OF(clockid_t)))),
    ROW("pthread_key_create", TOUCHES(OUT(0, OF(pthread_key_t)))),
    ROW("tss_create", TOUCHES(OUT(0, OF(tss_t)))),
    ROW("pthread_getconcurrency"), /* of no meaning */
    ROW("pthread_setconcurrency"),
    ROW("sched_get_priority_max"), /* constants */
    ROW("sched_get_priority_min"),
    ROW("sched_getscheduler", ON(LIMITS, 0, LOOK), NUMBER(0)),
    ROW("sched_setscheduler", TOUCHES(IN(2, OF(struct sched_param))), ON(LIMITS, 0, CHANGE),
        KEEPS(LASTING), NUMBER(0)),
    ROW("sched_getparam", TOUCHES(OUT(1, OF(struct sched_param))), ON(LIMITS, 0, LOOK), NUMBER(0)),
    ROW("sched_setparam", TOUCHES(IN(1, OF(struct sched_param))), ON(LIMITS, 0, CHANGE),
        KEEPS(LASTING), NUMBER(0)),
    ROW("sched_getaffinity", TOUCHES(OUT(2, BYTES(1))), ON(LIMITS, 0, LOOK), NUMBER(0)),
    ROW("sched_setaffinity", TOUCHES(IN(2, BYTES(1))), ON(LIMITS, 0, CHANGE), KEEPS(STATE),
        NUMBER(0)),
    ROW("sched_rr_get_interval", TOUCHES(OUT(1, OF(struct timespec))), NUMBER(0)),
    ROW("__sched_cpucount", TOUCHES(IN(1, BYTES(0)))),
    ROW("__sched_cpualloc"),
    ROW("__sched_cpufree"),
    ROW("syscall", .more = more_syscall),
    /* attributes: nothing but memory */
    SETS("pthread_attr_init", pthread_attr_t),
    SETS("pthread_attr_destroy", pthread_attr_t),
    GETS("pthread_attr_getdetachstate", pthread_attr_t, int),
    SETS("pthread_attr_setdetachstate", pthread_attr_t),
    GETS("pthread_attr_getguardsize", pthread_attr_t, size_t),
    SETS("pthread_attr_setguardsize", pthread_attr_t),
    GETS("pthread_attr_getinheritsched", pthread_attr_t, int),
    SETS("pthread_attr_setinheritsched", pthread_attr_t),
    GETS("pthread_attr_getschedparam", pthread_attr_t, struct sched_param),
    ROW("pthread_attr_setschedparam",
        TOUCHES(OUT(0, OF(pthread_attr_t)), IN(1, OF(struct sched_param)))),
    GETS("pthread_attr_getschedpolicy", pthread_attr_t, int),
    SETS("pthread_attr_setschedpolicy", pthread_attr_t),
    GETS("pthread_attr_getscope", pthread_attr_t, int),
    SETS("pthread_attr_setscope", pthread_attr_t),
    ROW("pthread_attr_getstack",
        TOUCHES(IN(0, OF(pthread_attr_t)), OUT(1, OF(void *)), OUT(2, OF(size_t)))),
    SETS("pthread_attr_setstack", pthread_attr_t),
    GETS("pthread_attr_getstackaddr", pthread_attr_t, void *),
    SETS("pthread_attr_setstackaddr", pthread_attr_t),
    GETS("pthread_attr_getstacksize", pthread_attr_t, size_t),
    SETS("pthread_attr_setstacksize", pthread_attr_t),
    ROW("pthread_attr_getaffinity_np", TOUCHES(IN(0, OF(pthread_attr_t)), OUT(2, BYTES(1)))),
    ROW("pthread_attr_setaffinity_np", TOUCHES(OUT(0, OF(pthread_attr_t)), IN(2, BYTES(1)))),
    ROW("pthread_attr_setsigmask_np", TOUCHES(OUT(0, OF(pthread_attr_t)), IN(1, OF(sigset_t)))),
    GETS("pthread_attr_getsigmask_np", pthread_attr_t, sigset_t),
    SETS("pthread_mutexattr_init", pthread_mutexattr_t),
    SETS("pthread_mutexattr_destroy", pthread_mutexattr_t),
    GETS("pthread_mutexattr_gettype", pthread_mutexattr_t, int),
    SETS("pthread_mutexattr_settype", pthread_mutexattr_t),
    GETS("pthread_mutexattr_getrobust", pthread_mutexattr_t, int),
    SETS("pthread_mutexattr_setrobust", pthread_mutexattr_t),
    GETS("pthread_mutexattr_getpshared", pthread_mutexattr_t, int),
    SETS("pthread_mutexattr_setpshared", pthread_mutexattr_t),
    GETS("pthread_mutexattr_getprotocol", pthread_mutexattr_t, int),
    SETS("pthread_mutexattr_setprotocol", pthread_mutexattr_t),
    GETS("pthread_mutexattr_getprioceiling", pthread_mutexattr_t, int),
    SETS("pthread_mutexattr_setprioceiling", pthread_mutexattr_t),
    SETS("pthread_condattr_init", pthread_condattr_t),
    SETS("pthread_condattr_destroy", pthread_condattr_t),
    GETS("pthread_condattr_getclock", pthread_condattr_t, clockid_t),
    SETS("pthread_condattr_setclock", pthread_condattr_t),
    GETS("pthread_condattr_getpshared", pthread_condattr_t, int),
    SETS("pthread_condattr_setpshared", pthread_condattr_t),
    SETS("pthread_rwlockattr_init", pthread_rwlockattr_t),
    SETS("pthread_rwlockattr_destroy", pthread_rwlockattr_t),
    GETS("pthread_rwlockattr_getkind_np", pthread_rwlockattr_t, int),
    SETS("pthread_rwlockattr_setkind_np", pthread_rwlockattr_t),
    GETS("pthread_rwlockattr_getpshared", pthread_rwlockattr_t, int),
    SETS("pthread_rwlockattr_setpshared", pthread_rwlockattr_t),
    SETS("pthread_barrierattr_init", pthread_barrierattr_t),
    SETS("pthread_barrierattr_destroy", pthread_barrierattr_t),
    GETS("pthread_barrierattr_getpshared", pthread_barrierattr_t, int),
    SETS("pthread_barrierattr_setpshared", pthread_barrierattr_t),
    /* what synchronisation objects are made with, and how long is waited */
    ROW("pthread_mutex_init", TOUCHES(IN(1, OF(pthread_mutexattr_t)))),
    ROW("pthread_cond_init", TOUCHES(IN(1, OF(pthread_condattr_t)))),
    ROW("pthread_rwlock_init", TOUCHES(IN(1, OF(pthread_rwlockattr_t)))),
    ROW("pthread_barrier_init", TOUCHES(IN(1, OF(pthread_barrierattr_t)))),
    DEADLINE("pthread_mutex_timedlock", 1),
    DEADLINE("pthread_mutex_clocklock", 2),
    DEADLINE("pthread_cond_timedwait", 2),
    DEADLINE("pthread_cond_clockwait", 3),
    DEADLINE("pthread_rwlock_timedrdlock", 1),
    DEADLINE("pthread_rwlock_timedwrlock", 1),
    DEADLINE("pthread_rwlock_clockrdlock", 2),
    DEADLINE("pthread_rwlock_clockwrlock", 2),
    DEADLINE("mtx_timedlock", 1),
    DEADLINE("cnd_timedwait", 2),
    DEADLINE("sem_timedwait", 1),
    DEADLINE("sem_clockwait", 2),
    ROW("sem_open", TOUCHES(IN(0, STRING))),
    ROW("sem_unlink", TOUCHES(IN(0, STRING))),
    /* signals; what is done at them and which are blocked is in signals.c */
    SETS("sigemptyset", sigset_t),
    SETS("sigfillset", sigset_t),
    SETS("sigaddset", sigset_t),
    SETS("sigdelset", sigset_t),
    ROW("sigismember", TOUCHES(IN(0, OF(sigset_t)))),
    ROW("sigisemptyset", TOUCHES(IN(0, OF(sigset_t)))),
    ROW("sigandset", TOUCHES(OUT(0, OF(sigset_t)), IN(1, OF(sigset_t)), IN(2, OF(sigset_t)))),
    ROW("sigorset", TOUCHES(OUT(0, OF(sigset_t)), IN(1, OF(sigset_t)), IN(2, OF(sigset_t)))),
    ROW("sigaction"),
    ROW("signal"),
    ROW("sysv_signal"),
    ROW("__sysv_signal"),
    ROW("bsd_signal", ON(SIGNALS, 0, CHANGE), KEEPS(LASTING)),
    ROW("siginterrupt", ON(SIGNALS, 0, CHANGE), KEEPS(LASTING)),
    ROW("sigprocmask"),
    ROW("pthread_sigmask"),
    ROW("sigaltstack", TOUCHES(IN(0, OF(stack_t)), OUT(1, OF(stack_t)))),
};

const struct libc_table libc_table_threads = {rows, sizeof rows / sizeof *rows};
