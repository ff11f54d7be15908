/*
 * netdb.h, net/if.h, ifaddrs.h, pwd.h, grp.h: what the system knows of names. It is looked at, and
 * what comes of it is in memory that the program gives; what libc itself returns is in libc_table_
 * shared.c.
 */
#define _GNU_SOURCE
#include <grp.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <pwd.h>
#include <shadow.h>
#include <sys/socket.h>

#include "runtime/libc_table.h"

#define LOOKS ON(SYSTEM, 0, LOOK), KEEPS(STATE)

/* An entry, with a buffer for its texts, and a pointer to it: after `n` arguments. */
#define ENTRY(n, type) OUT(n, OF(type)), OUT((n) + 1, BYTES((n) + 2)), OUT((n) + 3, OF(void *))

/* The next entry: where a database goes on is common to all threads. */
#define NEXT_ENTRY(name, type)                                                                     \
  ROW("get" name "ent_r", TOUCHES(ENTRY(0, type)), ON(BUFFER, 0, CHANGE), KEEPS(STATE))

static const struct libc_function rows[] = {
    ROW("getaddrinfo",
        TOUCHES(IN(0, STRING), IN(1, STRING), IN(2, OF(struct addrinfo)), OUT(3, OF(void *))),
        LOOKS),
    ROW("freeaddrinfo", KEEPS(STATE)), /* its list is libc's */
    ROW("getnameinfo",
        TOUCHES(IN(0, BYTES(1)), OUT(2, LINE(3), IF(ZERO)), OUT(4, LINE(5), IF(ZERO))), LOOKS),
    ROW("gai_strerror"), /* constants */
    ROW("hstrerror"),
    ROW("if_nametoindex", TOUCHES(IN(0, STRING)), LOOKS),
    ROW("if_indextoname", TOUCHES(OUT(1, LINE(LIBC_NO_LIMIT), IF(NOT_ZERO))), LOOKS),
    ROW("if_nameindex", LOOKS),
    ROW("if_freenameindex", KEEPS(STATE)),
    ROW("getifaddrs", TOUCHES(OUT(0, OF(void *))), LOOKS),
    ROW("freeifaddrs", KEEPS(STATE)),
    ROW("ether_ntoa_r",
        TOUCHES(IN(0, OF(struct ether_addr)), OUT(1, LINE(LIBC_NO_LIMIT), IF(NOT_ZERO)))),
    ROW("ether_aton_r", TOUCHES(IN(0, STRING), OUT(1, OF(struct ether_addr), IF(NOT_ZERO)))),
    ROW("__cmsg_nxthdr", TOUCHES(IN(0, OF(struct msghdr)), IN(1, OF(struct cmsghdr)))),
    ROW("getlogin_r", TOUCHES(OUT(0, LINE(1), IF(ZERO))), LOOKS),
    /* entries by name or number */
    ROW("getpwnam_r", TOUCHES(IN(0, STRING), ENTRY(1, struct passwd)), LOOKS),
    ROW("getpwuid_r", TOUCHES(ENTRY(1, struct passwd)), LOOKS),
    ROW("getgrnam_r", TOUCHES(IN(0, STRING), ENTRY(1, struct group)), LOOKS),
    ROW("getgrgid_r", TOUCHES(ENTRY(1, struct group)), LOOKS),
    ROW("getspnam_r", TOUCHES(IN(0, STRING), ENTRY(1, struct spwd)), LOOKS),
    ROW("getservbyname_r", TOUCHES(IN(0, STRING), IN(1, STRING), ENTRY(2, struct servent)), LOOKS),
    ROW("getservbyport_r", TOUCHES(IN(1, STRING), ENTRY(2, struct servent)), LOOKS),
    ROW("getprotobyname_r", TOUCHES(IN(0, STRING), ENTRY(1, struct protoent)), LOOKS),
    ROW("getprotobynumber_r", TOUCHES(ENTRY(1, struct protoent)), LOOKS),
    /* one after the other */
    NEXT_ENTRY("pw", struct passwd),
    NEXT_ENTRY("gr", struct group),
    NEXT_ENTRY("sp", struct spwd),
    NEXT_ENTRY("serv", struct servent),
    NEXT_ENTRY("proto", struct protoent),
};

const struct libc_table libc_table_network = {rows, sizeof rows / sizeof *rows};
