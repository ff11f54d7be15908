/*
 * Functions of many headers that keep something for all threads: a buffer that they return, a place
 * where they go on, a table. glibc's manual calls them unsafe with threads. In which order threads
 * call them makes a difference. Of some it is not known what else they touch.
 */
#define _GNU_SOURCE
#include <netinet/ether.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utmpx.h>

#include "runtime/libc_table.h"
#include "runtime/real.h"

#define SHARES(name, ...) ROW(name, ON(BUFFER, 0, CHANGE), KEEPS(STATE), TOUCHES(__VA_ARGS__))
#define SHARES_AND_MORE(name) ROW(name, ON(BUFFER, 0, CHANGE), KEEPS(STATE), .unknown = true)

/* One database: its entries one after the other, or one of them. */
#define SHARES_ENTRIES(name)                                                                       \
  SHARES("get" name "ent"), SHARES("set" name "ent"), SHARES("end" name "ent")

/* A tree is known by a pointer to its root. */
#define CHANGES_TREE(name) ROW(name, TOUCHES(INOUT(1, OF(void *))), KEEPS(STATE))

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
    SHARES("ecvt", OUT(1, OF(int)), OUT(2, OF(int))),
    SHARES("fcvt", OUT(1, OF(int)), OUT(2, OF(int))),
    SHARES("qecvt", OUT(1, OF(int)), OUT(2, OF(int))),
    SHARES("qfcvt", OUT(1, OF(int)), OUT(2, OF(int))),
    SHARES("l64a"),
    /* text, time and terminals */
    SHARES("getdate", IN(0, STRING)),
    SHARES("ptsname"),
    SHARES("ttyname"),
    SHARES("ctermid", OUT(0, LINE(LIBC_NO_LIMIT))),
    SHARES("cuserid", OUT(0, LINE(LIBC_NO_LIMIT))),
    SHARES("getlogin"),
    SHARES("getpass", IN(0, STRING)),
    SHARES("crypt", IN(0, STRING), IN(1, STRING)),
    SHARES_AND_MORE("encrypt"),
    SHARES_AND_MORE("setkey"),
    SHARES("re_comp", IN(0, STRING)),
    SHARES("re_exec", IN(0, STRING)),
    SHARES("textdomain", IN(0, STRING)),
    SHARES("bindtextdomain", IN(0, STRING), IN(1, STRING)),
    SHARES("bind_textdomain_codeset", IN(0, STRING), IN(1, STRING)),
    /* databases */
    SHARES_ENTRIES("pw"),
    SHARES("getpwnam", IN(0, STRING)),
    SHARES("getpwuid"),
    SHARES_AND_MORE("fgetpwent"),
    SHARES_ENTRIES("gr"),
    SHARES("getgrnam", IN(0, STRING)),
    SHARES("getgrgid"),
    SHARES_AND_MORE("fgetgrent"),
    SHARES_ENTRIES("sp"),
    SHARES("getspnam", IN(0, STRING)),
    SHARES_AND_MORE("fgetspent"),
    SHARES("sgetspent", IN(0, STRING)),
    SHARES_ENTRIES("host"),
    SHARES("gethostbyname", IN(0, STRING)),
    SHARES("gethostbyname2", IN(0, STRING)),
    SHARES("gethostbyaddr", IN(0, BYTES(1))),
    SHARES_AND_MORE(
        "gethostbyname_r"), /* no memory that a row could name: more than six arguments */
    SHARES_AND_MORE("gethostbyname2_r"),
    SHARES_AND_MORE("gethostbyaddr_r"),
    SHARES_ENTRIES("net"),
    SHARES("getnetbyname", IN(0, STRING)),
    SHARES("getnetbyaddr"),
    SHARES_ENTRIES("proto"),
    SHARES("getprotobyname", IN(0, STRING)),
    SHARES("getprotobynumber"),
    SHARES_ENTRIES("serv"),
    SHARES("getservbyname", IN(0, STRING), IN(1, STRING)),
    SHARES("getservbyport", IN(1, STRING)),
    SHARES_ENTRIES("rpc"),
    SHARES("getrpcbyname", IN(0, STRING)),
    SHARES("getrpcbynumber"),
    SHARES_ENTRIES("alias"),
    SHARES("getaliasbyname", IN(0, STRING)),
    SHARES("setnetgrent", IN(0, STRING)),
    SHARES("endnetgrent"),
    SHARES_AND_MORE("getnetgrent"),
    SHARES_AND_MORE("getnetgrent_r"),
    SHARES_AND_MORE("innetgr"),
    SHARES_AND_MORE("gethostent_r"),
    SHARES_AND_MORE("getnetent_r"),
    SHARES_AND_MORE("getrpcent_r"),
    SHARES_AND_MORE("getaliasent_r"),
    SHARES_ENTRIES("sg"),
    SHARES_AND_MORE("getsgent_r"),
    SHARES("getsgnam", IN(0, STRING)),
    SHARES_ENTRIES("fs"),
    SHARES("getfsspec", IN(0, STRING)),
    SHARES("getfsfile", IN(0, STRING)),
    SHARES_ENTRIES("tty"),
    SHARES("getttynam", IN(0, STRING)),
    SHARES_ENTRIES("ut"),
    SHARES("getutid", IN(0, OF(struct utmpx))),
    SHARES("getutline", IN(0, OF(struct utmpx))),
    SHARES("pututline", IN(0, OF(struct utmpx))),
    SHARES("utmpname", IN(0, STRING)),
    SHARES_ENTRIES("utx"),
    SHARES("getutxid", IN(0, OF(struct utmpx))),
    SHARES("getutxline", IN(0, OF(struct utmpx))),
    SHARES("pututxline", IN(0, OF(struct utmpx))),
    SHARES("utmpxname", IN(0, STRING)),
    SHARES_AND_MORE("getutent_r"),
    SHARES_AND_MORE("getutid_r"),
    SHARES_AND_MORE("getutline_r"),
    SHARES_AND_MORE("getmntent"),
    SHARES("getusershell"),
    SHARES("setusershell"),
    SHARES("endusershell"),
    SHARES("ether_ntoa", IN(0, OF(struct ether_addr))),
    SHARES("ether_aton", IN(0, STRING)),
    SHARES_AND_MORE("inet_nsap_ntoa"),
    /* tables and trees */
    SHARES("hcreate"),
    SHARES("hsearch", IN(0, STRING)),
    SHARES("hdestroy"),
    CHANGES_TREE("tsearch"),
    CHANGES_TREE("tdelete"),
    ROW("tfind", TOUCHES(IN(1, OF(void *)))),
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
    SHARES("pthread_setattr_default_np", IN(0, OF(pthread_attr_t))),
};

const struct libc_table libc_table_shared = {rows, sizeof rows / sizeof *rows};
