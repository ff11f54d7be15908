/* The names of system calls, for people. */
#include "runtime/syscall_names.h"

#include <stddef.h>
#include <sys/syscall.h>

const char *syscall_name(long number) {
  /* clang-format off */
#define NAME(name) [SYS_##name] = #name,
  static const char *const names[] = {
    NAME(accept) NAME(accept4) NAME(acct) NAME(add_key) NAME(adjtimex) NAME(bind) NAME(bpf)
    NAME(brk) NAME(capget) NAME(capset) NAME(chdir) NAME(chroot) NAME(clock_adjtime)
    NAME(clock_getres) NAME(clock_gettime) NAME(clock_nanosleep) NAME(clock_settime) NAME(clone)
    NAME(clone3) NAME(close) NAME(close_range) NAME(connect) NAME(copy_file_range)
    NAME(delete_module) NAME(dup) NAME(dup3) NAME(epoll_create1) NAME(epoll_ctl) NAME(epoll_pwait)
    NAME(epoll_pwait2) NAME(eventfd2) NAME(execve) NAME(execveat) NAME(exit) NAME(exit_group)
    NAME(faccessat) NAME(faccessat2) NAME(fadvise64) NAME(fallocate) NAME(fanotify_init)
    NAME(fanotify_mark) NAME(fchdir) NAME(fchmod) NAME(fchmodat) NAME(fchown) NAME(fchownat)
    NAME(fcntl) NAME(fdatasync) NAME(fgetxattr) NAME(finit_module) NAME(flistxattr) NAME(flock)
    NAME(fremovexattr) NAME(fsetxattr) NAME(fstat) NAME(fstatfs) NAME(fsync) NAME(ftruncate)
    NAME(futex) NAME(futex_waitv) NAME(get_mempolicy) NAME(get_robust_list) NAME(getcpu)
    NAME(getcwd) NAME(getdents64) NAME(getegid) NAME(geteuid) NAME(getgid) NAME(getgroups)
    NAME(getitimer) NAME(getpeername) NAME(getpgid) NAME(getpid) NAME(getppid) NAME(getpriority)
    NAME(getrandom) NAME(getresgid) NAME(getresuid) NAME(getrlimit) NAME(getrusage) NAME(getsid)
    NAME(getsockname) NAME(getsockopt) NAME(gettid) NAME(gettimeofday) NAME(getuid) NAME(getxattr)
    NAME(init_module) NAME(inotify_add_watch) NAME(inotify_init1) NAME(inotify_rm_watch)
    NAME(io_cancel) NAME(io_destroy) NAME(io_getevents) NAME(io_pgetevents) NAME(io_setup)
    NAME(io_submit) NAME(io_uring_enter) NAME(io_uring_register) NAME(io_uring_setup) NAME(ioctl)
    NAME(ioprio_get) NAME(ioprio_set) NAME(kcmp) NAME(kexec_file_load) NAME(kexec_load)
    NAME(keyctl) NAME(kill) NAME(lgetxattr) NAME(linkat) NAME(listen) NAME(listxattr)
    NAME(llistxattr) NAME(lookup_dcookie) NAME(lremovexattr) NAME(lseek) NAME(lsetxattr)
    NAME(lstat) NAME(madvise) NAME(mbind) NAME(membarrier) NAME(memfd_create) NAME(migrate_pages)
    NAME(mincore) NAME(mkdirat) NAME(mknodat) NAME(mlock) NAME(mlock2) NAME(mlockall) NAME(mmap)
    NAME(mount) NAME(move_pages) NAME(mprotect) NAME(mq_getsetattr) NAME(mq_notify) NAME(mq_open)
    NAME(mq_timedreceive) NAME(mq_timedsend) NAME(mq_unlink) NAME(mremap) NAME(msgctl)
    NAME(msgget) NAME(msgrcv) NAME(msgsnd) NAME(msync) NAME(munlock) NAME(munlockall) NAME(munmap)
    NAME(name_to_handle_at) NAME(nanosleep) NAME(newfstatat) NAME(nfsservctl)
    NAME(open_by_handle_at) NAME(openat) NAME(openat2) NAME(perf_event_open) NAME(personality)
    NAME(pidfd_getfd) NAME(pidfd_open) NAME(pidfd_send_signal) NAME(pipe2) NAME(pivot_root)
    NAME(pkey_alloc) NAME(pkey_free) NAME(pkey_mprotect) NAME(ppoll) NAME(prctl) NAME(pread64)
    NAME(preadv) NAME(preadv2) NAME(prlimit64) NAME(process_vm_readv) NAME(process_vm_writev)
    NAME(pselect6) NAME(ptrace) NAME(pwrite64) NAME(pwritev) NAME(pwritev2) NAME(quotactl)
    NAME(read) NAME(readahead) NAME(readlinkat) NAME(readv) NAME(reboot) NAME(recvfrom)
    NAME(recvmmsg) NAME(recvmsg) NAME(remap_file_pages) NAME(removexattr) NAME(renameat)
    NAME(renameat2) NAME(request_key) NAME(restart_syscall) NAME(rseq) NAME(rt_sigaction)
    NAME(rt_sigpending) NAME(rt_sigprocmask) NAME(rt_sigqueueinfo) NAME(rt_sigreturn)
    NAME(rt_sigsuspend) NAME(rt_sigtimedwait) NAME(rt_tgsigqueueinfo) NAME(sched_get_priority_max)
    NAME(sched_get_priority_min) NAME(sched_getaffinity) NAME(sched_getattr) NAME(sched_getparam)
    NAME(sched_getscheduler) NAME(sched_rr_get_interval) NAME(sched_setaffinity)
    NAME(sched_setattr) NAME(sched_setparam) NAME(sched_setscheduler) NAME(sched_yield)
    NAME(seccomp) NAME(semctl) NAME(semget) NAME(semop) NAME(semtimedop) NAME(sendfile)
    NAME(sendmmsg) NAME(sendmsg) NAME(sendto) NAME(set_mempolicy) NAME(set_robust_list)
    NAME(set_tid_address) NAME(setdomainname) NAME(setfsgid) NAME(setfsuid) NAME(setgid)
    NAME(setgroups) NAME(sethostname) NAME(setitimer) NAME(setns) NAME(setpgid) NAME(setpriority)
    NAME(setregid) NAME(setresgid) NAME(setresuid) NAME(setreuid) NAME(setrlimit) NAME(setsid)
    NAME(setsockopt) NAME(settimeofday) NAME(setuid) NAME(setxattr) NAME(shmat) NAME(shmctl)
    NAME(shmdt) NAME(shmget) NAME(shutdown) NAME(sigaltstack) NAME(signalfd4) NAME(socket)
    NAME(socketpair) NAME(splice) NAME(stat) NAME(statfs) NAME(statx) NAME(swapoff) NAME(swapon)
    NAME(symlinkat) NAME(sync) NAME(sync_file_range) NAME(syncfs) NAME(sysinfo) NAME(syslog)
    NAME(tee) NAME(tgkill) NAME(timer_create) NAME(timer_delete) NAME(timer_getoverrun)
    NAME(timer_gettime) NAME(timer_settime) NAME(timerfd_create) NAME(timerfd_gettime)
    NAME(timerfd_settime) NAME(times) NAME(tkill) NAME(truncate) NAME(umask) NAME(umount2)
    NAME(uname) NAME(unlinkat) NAME(unshare) NAME(userfaultfd) NAME(utimensat) NAME(vhangup)
    NAME(vmsplice) NAME(wait4) NAME(waitid) NAME(write) NAME(writev)
#ifdef __x86_64__
    NAME(_sysctl) NAME(access) NAME(afs_syscall) NAME(alarm) NAME(arch_prctl) NAME(chmod)
    NAME(chown) NAME(creat) NAME(create_module) NAME(dup2) NAME(epoll_create) NAME(epoll_ctl_old)
    NAME(epoll_wait) NAME(epoll_wait_old) NAME(eventfd) NAME(fork) NAME(futimesat)
    NAME(get_kernel_syms) NAME(get_thread_area) NAME(getdents) NAME(getpgrp) NAME(getpmsg)
    NAME(inotify_init) NAME(ioperm) NAME(iopl) NAME(lchown) NAME(link) NAME(mkdir) NAME(mknod)
    NAME(modify_ldt) NAME(open) NAME(pause) NAME(pipe) NAME(poll) NAME(putpmsg) NAME(query_module)
    NAME(readlink) NAME(rename) NAME(rmdir) NAME(security) NAME(select) NAME(set_thread_area)
    NAME(signalfd) NAME(symlink) NAME(sysfs) NAME(time) NAME(tuxcall) NAME(unlink) NAME(uselib)
    NAME(ustat) NAME(utime) NAME(utimes) NAME(vfork) NAME(vserver)
#endif
  };
#undef NAME
  /* clang-format on */
  return number >= 0 && (size_t)number < sizeof names / sizeof *names ? names[number] : NULL;
}
