/*
 * Functions of many headers that keep something for all threads: a buffer that they return, a place
 * where they go on, a table. glibc's manual calls them unsafe with threads. In which order threads
 * call them makes a difference; what else they touch is not known.
 */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/libc_table.h"
#include "runtime/libc_variables.h"
#include "runtime/real.h"

#define SHARES(name) ROW(name, ON(BUFFER, 0, CHANGE), KEEPS(STATE), .unknown = true)

/* One database: its entries one after the other, or one of them. */
#define SHARES_ENTRIES(name)                                                                       \
  SHARES("get" name "ent"), SHARES("set" name "ent"), SHARES("end" name "ent")

static void sets_sign(const struct libc_call *call, struct libc_ranges *ranges) {
  (void)ranges;
  libc_variables_set(VARIABLES_SIGN, call->pc, call->frame);
}

#define SETS_SIGN(name) ROW(name, ON(BUFFER, 0, CHANGE), .more = sets_sign)

/* A tree is known by a pointer to its root. */
#define CHANGES_TREE(name) ROW(name, TOUCHES(INOUT(1, OF(void *))), KEEPS(STATE), .unknown = true)

/* Who the process is: libc would tell the threads that it knows. */
#define IDENTIFIES(name)                                                                           \
  ROW(#name, ON(SYSTEM, 0, CHANGE), KEEPS(LASTING), .instead = (void *)own_##name)

static int own_setuid(uid_t user) {
  return (int)REAL(syscall)(SYS_setuid, user);
}

static int own_setgid(gid_t group) {
  return (int)REAL(syscall)(SYS_setgid, group);
}

static int own_seteuid(uid_t user) {
  return (int)REAL(syscall)(SYS_setresuid, -1, user, -1);
}

static int own_setegid(gid_t group) {
  return (int)REAL(syscall)(SYS_setresgid, -1, group, -1);
}

static int own_setreuid(uid_t real, uid_t effective) {
  return (int)REAL(syscall)(SYS_setreuid, real, effective);
}

static int own_setregid(gid_t real, gid_t effective) {
  return (int)REAL(syscall)(SYS_setregid, real, effective);
}

static int own_setresuid(uid_t real, uid_t effective, uid_t saved) {
  return (int)REAL(syscall)(SYS_setresuid, real, effective, saved);
}

static int own_setresgid(gid_t real, gid_t effective, gid_t saved) {
  return (int)REAL(syscall)(SYS_setresgid, real, effective, saved);
}

static int own_setgroups(size_t n, const gid_t *groups) {
  return (int)REAL(syscall)(SYS_setgroups, n, groups);
}

static const struct libc_function rows[] = {
    /* numbers as text */
    SHARES("ecvt"),
    SHARES("fcvt"),
    SHARES("qecvt"),
    SHARES("qfcvt"),
    SHARES("l64a"),
    SETS_SIGN("lgamma"),
    SETS_SIGN("lgammaf"),
    SETS_SIGN("lgammal"),
    SETS_SIGN("gamma"),
    SETS_SIGN("gammaf"),
    SETS_SIGN("gammal"),
    /* text, time and terminals */
    SHARES("getdate"),
    SHARES("ptsname"),
    SHARES("ttyname"),
    SHARES("ctermid"),
    SHARES("cuserid"),
    SHARES("getlogin"),
    SHARES("getpass"),
    SHARES("crypt"),
    SHARES("encrypt"),
    SHARES("setkey"),
    SHARES("re_comp"),
    SHARES("re_exec"),
    SHARES("textdomain"),
    SHARES("bindtextdomain"),
    SHARES("bind_textdomain_codeset"),
    /* databases */
    SHARES_ENTRIES("pw"),
    SHARES("getpwnam"),
    SHARES("getpwuid"),
    SHARES("fgetpwent"),
    SHARES_ENTRIES("gr"),
    SHARES("getgrnam"),
    SHARES("getgrgid"),
    SHARES("fgetgrent"),
    SHARES_ENTRIES("sp"),
    SHARES("getspnam"),
    SHARES("fgetspent"),
    SHARES("sgetspent"),
    SHARES_ENTRIES("host"),
    SHARES("gethostbyname"),
    SHARES("gethostbyname2"),
    SHARES("gethostbyaddr"),
    SHARES_ENTRIES("net"),
    SHARES("getnetbyname"),
    SHARES("getnetbyaddr"),
    SHARES_ENTRIES("proto"),
    SHARES("getprotobyname"),
    SHARES("getprotobynumber"),
    SHARES_ENTRIES("serv"),
    SHARES("getservbyname"),
    SHARES("getservbyport"),
    SHARES_ENTRIES("rpc"),
    SHARES("getrpcbyname"),
    SHARES("getrpcbynumber"),
    SHARES_ENTRIES("alias"),
    SHARES("getaliasbyname"),
    SHARES_ENTRIES("netgr"),
    SHARES_ENTRIES("fs"),
    SHARES("getfsspec"),
    SHARES("getfsfile"),
    SHARES_ENTRIES("tty"),
    SHARES("getttynam"),
    SHARES_ENTRIES("ut"),
    SHARES("getutid"),
    SHARES("getutline"),
    SHARES("pututline"),
    SHARES("utmpname"),
    SHARES_ENTRIES("utx"),
    SHARES("getutxid"),
    SHARES("getutxline"),
    SHARES("pututxline"),
    SHARES("utmpxname"),
    SHARES("getmntent"),
    SHARES("getusershell"),
    SHARES("setusershell"),
    SHARES("endusershell"),
    SHARES("ether_ntoa"),
    SHARES("ether_aton"),
    SHARES("inet_nsap_ntoa"),
    /* tables and trees */
    SHARES("hcreate"),
    SHARES("hsearch"),
    SHARES("hdestroy"),
    CHANGES_TREE("tsearch"),
    CHANGES_TREE("tdelete"),
    ROW("tfind", TOUCHES(IN(1, OF(void *))), .unknown = true),
    /* users and groups */
    IDENTIFIES(setuid),
    IDENTIFIES(setgid),
    IDENTIFIES(seteuid),
    IDENTIFIES(setegid),
    IDENTIFIES(setreuid),
    IDENTIFIES(setregid),
    IDENTIFIES(setresuid),
    IDENTIFIES(setresgid),
    ROW("setgroups", TOUCHES(IN(1, ARRAY(0, gid_t))), ON(SYSTEM, 0, CHANGE), KEEPS(LASTING),
        .instead = (void *)own_setgroups),
    /* settings of libc */
    SHARES("pthread_setattr_default_np"),
};

const struct libc_table libc_table_shared = {rows, sizeof rows / sizeof *rows};
