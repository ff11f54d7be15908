// System calls by number: one that is not supported is named, and those that only ask are answered.
// expect: unsupported
// message: the system call swapon
// also:
// args: ask
// expect: pass
// traces: 1
#include <assert.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv) {
  (void)argv;
  if (argc == 1)
    syscall(SYS_swapon, "nothing", 0);
  assert(syscall(SYS_getuid) == getuid() && syscall(SYS_getegid) == getegid());
  assert(syscall(SYS_getppid) == getppid());
  assert(syscall(SYS_sched_get_priority_max, SCHED_FIFO) == sched_get_priority_max(SCHED_FIFO));
  assert(syscall(SYS_membarrier, 0, 0, 0) == 0);
}
