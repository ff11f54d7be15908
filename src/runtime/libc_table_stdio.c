/*
 * stdio.h, err.h, syslog.h. What is only printed makes no difference to the program; whatever else
 * is done to a stream stays with it.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <wchar.h>

#include "runtime/libc_table.h"

/* fread and fwrite: elements of a size, as many as they return. */
static void more_fread(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t n = libc_has_returned(ranges) ? call->result[0] : libc_argument(call, 2);
  libc_may_write(ranges, libc_argument(call, 0), n * libc_argument(call, 1));
}

static void more_fread_chk(const struct libc_call *call, struct libc_ranges *ranges) {
  const uint64_t n = libc_has_returned(ranges) ? call->result[0] : libc_argument(call, 3);
  libc_may_write(ranges, libc_argument(call, 0), n * libc_argument(call, 2));
}

/* getline and getdelim: the line, in a block that they may have made larger. */
static void more_getline(const struct libc_call *call, struct libc_ranges *ranges) {
  char *const *const line = (char *const *)libc_argument(call, 0);
  const int64_t n = (int64_t)call->result[0];
  if (libc_has_returned(ranges) && n >= 0)
    libc_may_write(ranges, (uintptr_t)*line, (uint64_t)n + 1);
}

#define PRINTS_TO(object, arg) ON(object, arg, ADD)
#define PRINT(name, format_arg, object, arg)                                                       \
  ROW(name, FORMAT(PRINTS, format_arg), PRINTS_TO(object, arg))
#define PRINT_LIST(name, format_arg, object, arg)                                                  \
  ROW(name, FORMAT(PRINTS_LIST, format_arg), PRINTS_TO(object, arg))
#define PRINT_WIDE(name, format_arg, object, arg)                                                  \
  ROW(name, FORMAT(PRINTS, format_arg), .format_wide = true, PRINTS_TO(object, arg))
#define PRINT_WIDE_LIST(name, format_arg, object, arg)                                             \
  ROW(name, FORMAT(PRINTS_LIST, format_arg), .format_wide = true, PRINTS_TO(object, arg))
#define ON_STREAM(arg) ON(STREAM, arg, CHANGE), KEEPS(STATE)
#define ON_STDIN ON(STDIN, 0, CHANGE), KEEPS(STATE)
#define TAKES_FROM_STREAM(arg) ON(STREAM, arg, TAKE), KEEPS(STATE)
#define STREAM_ONLY(name, arg) ROW(name, ON_STREAM(arg))
#define LOOKS_AT_STREAM(name, arg) ROW(name, ON(STREAM, arg, LOOK), KEEPS(STATE))

static const struct libc_function rows[] = {
    /* printing */
    PRINT("printf", 0, STDOUT, 0),
    PRINT_LIST("vprintf", 0, STDOUT, 0),
    PRINT("__printf_chk", 1, STDOUT, 0),
    PRINT_LIST("__vprintf_chk", 1, STDOUT, 0),
    PRINT("fprintf", 1, STREAM, 0),
    PRINT_LIST("vfprintf", 1, STREAM, 0),
    PRINT("__fprintf_chk", 2, STREAM, 0),
    PRINT_LIST("__vfprintf_chk", 2, STREAM, 0),
    PRINT("dprintf", 1, DESCRIPTOR, 0),
    PRINT_LIST("vdprintf", 1, DESCRIPTOR, 0),
    PRINT("__dprintf_chk", 2, DESCRIPTOR, 0),
    PRINT_LIST("__vdprintf_chk", 2, DESCRIPTOR, 0),
    PRINT_WIDE("wprintf", 0, STDOUT, 0),
    PRINT_WIDE_LIST("vwprintf", 0, STDOUT, 0),
    PRINT_WIDE("__wprintf_chk", 1, STDOUT, 0),
    PRINT_WIDE("fwprintf", 1, STREAM, 0),
    PRINT_WIDE_LIST("vfwprintf", 1, STREAM, 0),
    PRINT_WIDE("__fwprintf_chk", 2, STREAM, 0),
    PRINT_WIDE_LIST("__vwprintf_chk", 1, STDOUT, 0),
    PRINT_WIDE_LIST("__vfwprintf_chk", 2, STREAM, 0),
    PRINT_LIST("__vsyslog_chk", 2, LOG, 0),
    PRINT("warn", 0, STDERR, 0),
    PRINT("warnx", 0, STDERR, 0),
    ROW("err", FORMAT(PRINTS, 1)), /* exit_messages.c */
    ROW("errx", FORMAT(PRINTS, 1)),
    ROW("verr", FORMAT(PRINTS_LIST, 1)),
    ROW("verrx", FORMAT(PRINTS_LIST, 1)),
    ROW("error", FORMAT(PRINTS, 2)),
    ROW("error_at_line", TOUCHES(IN(2, STRING)), FORMAT(PRINTS, 4)),
    PRINT_LIST("vwarn", 0, STDERR, 0),
    PRINT_LIST("vwarnx", 0, STDERR, 0),
    PRINT("syslog", 1, LOG, 0),
    PRINT_LIST("vsyslog", 1, LOG, 0),
    PRINT("__syslog_chk", 2, LOG, 0),
    ROW("puts", TOUCHES(IN(0, STRING)), PRINTS_TO(STDOUT, 0)),
    ROW("fputs", TOUCHES(IN(0, STRING)), PRINTS_TO(STREAM, 1)),
    ROW("fputs_unlocked", TOUCHES(IN(0, STRING)), PRINTS_TO(STREAM, 1)),
    ROW("fputws", TOUCHES(IN(0, WIDE)), PRINTS_TO(STREAM, 1)),
    ROW("perror", TOUCHES(IN(0, STRING)), PRINTS_TO(STDERR, 0)),
    ROW("psignal", TOUCHES(IN(1, STRING)), PRINTS_TO(STDERR, 0)),
    ROW("fwrite", TOUCHES(IN(0, PRODUCT(1, 2))), PRINTS_TO(STREAM, 3)),
    ROW("fwrite_unlocked", TOUCHES(IN(0, PRODUCT(1, 2))), PRINTS_TO(STREAM, 3)),
    ROW("fputws_unlocked", TOUCHES(IN(0, WIDE)), PRINTS_TO(STREAM, 1)),
    ROW("fputwc_unlocked", PRINTS_TO(STREAM, 1)),
    ROW("putwc_unlocked", PRINTS_TO(STREAM, 1)),
    ROW("putwchar_unlocked", PRINTS_TO(STDOUT, 0)),
    ROW("fputc", PRINTS_TO(STREAM, 1)),
    ROW("putc", PRINTS_TO(STREAM, 1)),
    ROW("_IO_putc", PRINTS_TO(STREAM, 1)),
    ROW("fputc_unlocked", PRINTS_TO(STREAM, 1)),
    ROW("__overflow", PRINTS_TO(STREAM, 0)), /* what putc_unlocked() is expanded to */
    ROW("putc_unlocked", PRINTS_TO(STREAM, 1)),
    ROW("putchar", PRINTS_TO(STDOUT, 0)),
    ROW("putchar_unlocked", PRINTS_TO(STDOUT, 0)),
    ROW("fputwc", PRINTS_TO(STREAM, 1)),
    ROW("putwc", PRINTS_TO(STREAM, 1)),
    ROW("putwchar", PRINTS_TO(STDOUT, 0)),
    ROW("putw", PRINTS_TO(STREAM, 1)),
    ROW("fflush", PRINTS_TO(STREAM, 0)),
    ROW("fflush_unlocked", PRINTS_TO(STREAM, 0)),
    /* printing into memory */
    ROW("sprintf", TOUCHES(OUT(0, PRINTED(LIBC_NO_LIMIT))), FORMAT(PRINTS, 1)),
    ROW("vsprintf", TOUCHES(OUT(0, PRINTED(LIBC_NO_LIMIT))), FORMAT(PRINTS_LIST, 1)),
    ROW("__sprintf_chk", TOUCHES(OUT(0, PRINTED(2))), FORMAT(PRINTS, 3)),
    ROW("__vsprintf_chk", TOUCHES(OUT(0, PRINTED(2))), FORMAT(PRINTS_LIST, 3)),
    ROW("snprintf", TOUCHES(OUT(0, PRINTED(1))), FORMAT(PRINTS, 2)),
    ROW("vsnprintf", TOUCHES(OUT(0, PRINTED(1))), FORMAT(PRINTS_LIST, 2)),
    ROW("__snprintf_chk", TOUCHES(OUT(0, PRINTED(1))), FORMAT(PRINTS, 4)),
    ROW("__vsnprintf_chk", TOUCHES(OUT(0, PRINTED(1))), FORMAT(PRINTS_LIST, 4)),
    ROW("asprintf", TOUCHES(OUT(0, OF(char *))), FORMAT(PRINTS, 1)),
    ROW("vasprintf", TOUCHES(OUT(0, OF(char *))), FORMAT(PRINTS_LIST, 1)),
    ROW("__asprintf_chk", TOUCHES(OUT(0, OF(char *))), FORMAT(PRINTS, 2)),
    ROW("__vasprintf_chk", TOUCHES(OUT(0, OF(char *))), FORMAT(PRINTS_LIST, 2)),
    /* scanning */
    ROW("sscanf", TOUCHES(IN(0, STRING)), FORMAT(SCANS, 1)),
    ROW("vsscanf", TOUCHES(IN(0, STRING)), FORMAT(SCANS_LIST, 1)),
    ROW("__isoc99_sscanf", TOUCHES(IN(0, STRING)), FORMAT(SCANS, 1)),
    ROW("__isoc99_vsscanf", TOUCHES(IN(0, STRING)), FORMAT(SCANS_LIST, 1)),
    ROW("__isoc23_sscanf", TOUCHES(IN(0, STRING)), FORMAT(SCANS, 1)),
    ROW("__isoc23_vsscanf", TOUCHES(IN(0, STRING)), FORMAT(SCANS_LIST, 1)),
    ROW("scanf", FORMAT(SCANS, 0), ON_STDIN),
    ROW("vscanf", FORMAT(SCANS_LIST, 0), ON_STDIN),
    ROW("__isoc99_scanf", FORMAT(SCANS, 0), ON_STDIN),
    ROW("__isoc99_vscanf", FORMAT(SCANS_LIST, 0), ON_STDIN),
    ROW("__isoc23_scanf", FORMAT(SCANS, 0), ON_STDIN),
    ROW("__isoc23_vscanf", FORMAT(SCANS_LIST, 0), ON_STDIN),
    ROW("fscanf", FORMAT(SCANS, 1), TAKES_FROM_STREAM(0)),
    ROW("vfscanf", FORMAT(SCANS_LIST, 1), TAKES_FROM_STREAM(0)),
    ROW("__isoc99_fscanf", FORMAT(SCANS, 1), TAKES_FROM_STREAM(0)),
    ROW("__isoc99_vfscanf", FORMAT(SCANS_LIST, 1), TAKES_FROM_STREAM(0)),
    ROW("__isoc23_fscanf", FORMAT(SCANS, 1), TAKES_FROM_STREAM(0)),
    ROW("__isoc23_vfscanf", FORMAT(SCANS_LIST, 1), TAKES_FROM_STREAM(0)),
    ROW("swscanf", TOUCHES(IN(0, WIDE)), FORMAT(SCANS, 1), .format_wide = true),
    ROW("__isoc99_swscanf", TOUCHES(IN(0, WIDE)), FORMAT(SCANS, 1), .format_wide = true),
    ROW("vswscanf", TOUCHES(IN(0, WIDE)), FORMAT(SCANS_LIST, 1), .format_wide = true),
    ROW("__isoc99_vswscanf", TOUCHES(IN(0, WIDE)), FORMAT(SCANS_LIST, 1), .format_wide = true),
    ROW("wscanf", FORMAT(SCANS, 0), .format_wide = true, ON_STDIN),
    ROW("__isoc99_wscanf", FORMAT(SCANS, 0), .format_wide = true, ON_STDIN),
    ROW("fwscanf", FORMAT(SCANS, 1), .format_wide = true, ON_STREAM(0)),
    ROW("__isoc99_fwscanf", FORMAT(SCANS, 1), .format_wide = true, ON_STREAM(0)),
    /* reading */
    ROW("fread", .more = more_fread, .more_after = true, TAKES_FROM_STREAM(3)),
    ROW("fread_unlocked", .more = more_fread, .more_after = true, TAKES_FROM_STREAM(3)),
    ROW("__fread_chk", .more = more_fread_chk, .more_after = true, TAKES_FROM_STREAM(4)),
    ROW("fgets", TOUCHES(OUT(0, LINE(1), IF(NOT_ZERO))), TAKES_FROM_STREAM(2)),
    ROW("fgets_unlocked", TOUCHES(OUT(0, LINE(1), IF(NOT_ZERO))), TAKES_FROM_STREAM(2)),
    ROW("__fgets_chk", TOUCHES(OUT(0, LINE(2), IF(NOT_ZERO))), TAKES_FROM_STREAM(3)),
    ROW("gets", TOUCHES(OUT(0, LINE(LIBC_NO_LIMIT), IF(NOT_ZERO))), ON_STDIN),
    ROW("getline", TOUCHES(INOUT(0, OF(char *)), INOUT(1, OF(size_t))), .more = more_getline,
        .more_after = true, TAKES_FROM_STREAM(2)),
    ROW("getdelim", TOUCHES(INOUT(0, OF(char *)), INOUT(1, OF(size_t))), .more = more_getline,
        .more_after = true, TAKES_FROM_STREAM(3)),
    ROW("__getdelim", TOUCHES(INOUT(0, OF(char *)), INOUT(1, OF(size_t))), .more = more_getline,
        .more_after = true, TAKES_FROM_STREAM(3)),
    ROW("fgetc", TAKES_FROM_STREAM(0)),
    ROW("getc", TAKES_FROM_STREAM(0)),
    ROW("_IO_getc", TAKES_FROM_STREAM(0)),
    ROW("fgetc_unlocked", TAKES_FROM_STREAM(0)),
    ROW("getc_unlocked", TAKES_FROM_STREAM(0)),
    ROW("getchar", ON_STDIN),
    ROW("getchar_unlocked", ON_STDIN),
    ROW("__uflow", TAKES_FROM_STREAM(0)), /* what getc_unlocked() is expanded to */
    ROW("getw", TAKES_FROM_STREAM(0)),
    ROW("fgetws", TOUCHES(OUT(0, WIDE_LINE(1), IF(NOT_ZERO))), ON_STREAM(2)),
    ROW("fgetws_unlocked", TOUCHES(OUT(0, WIDE_LINE(1), IF(NOT_ZERO))), ON_STREAM(2)),
    ROW("__fgetws_chk", TOUCHES(OUT(0, WIDE_LINE(2), IF(NOT_ZERO))), ON_STREAM(3)),
    ROW("__fgets_unlocked_chk", TOUCHES(OUT(0, LINE(2), IF(NOT_ZERO))), TAKES_FROM_STREAM(3)),
    ROW("__fread_unlocked_chk", .more = more_fread_chk, .more_after = true, TAKES_FROM_STREAM(4)),
    STREAM_ONLY("fgetwc_unlocked", 0),
    STREAM_ONLY("getwc_unlocked", 0),
    ROW("getwchar_unlocked", ON_STDIN),
    STREAM_ONLY("fgetwc", 0),
    STREAM_ONLY("getwc", 0),
    ROW("getwchar", ON_STDIN),
    STREAM_ONLY("ungetc", 1),
    STREAM_ONLY("ungetwc", 1),
    /* positions, state and buffers */
    STREAM_ONLY("fseek", 0),
    STREAM_ONLY("fseeko", 0),
    STREAM_ONLY("fseeko64", 0),
    STREAM_ONLY("rewind", 0),
    LOOKS_AT_STREAM("ftell", 0),
    LOOKS_AT_STREAM("ftello", 0),
    LOOKS_AT_STREAM("ftello64", 0),
    ROW("fgetpos", TOUCHES(OUT(1, OF(fpos_t), IF(ZERO))), ON(STREAM, 0, LOOK), KEEPS(STATE)),
    ROW("fgetpos64", TOUCHES(OUT(1, OF(fpos_t), IF(ZERO))), ON(STREAM, 0, LOOK), KEEPS(STATE)),
    ROW("fsetpos", TOUCHES(IN(1, OF(fpos_t))), ON_STREAM(0)),
    ROW("fsetpos64", TOUCHES(IN(1, OF(fpos_t))), ON_STREAM(0)),
    LOOKS_AT_STREAM("feof", 0),
    LOOKS_AT_STREAM("ferror", 0),
    LOOKS_AT_STREAM("feof_unlocked", 0),
    LOOKS_AT_STREAM("ferror_unlocked", 0),
    LOOKS_AT_STREAM("fileno", 0),
    LOOKS_AT_STREAM("fileno_unlocked", 0),
    STREAM_ONLY("clearerr", 0),
    STREAM_ONLY("clearerr_unlocked", 0),
    STREAM_ONLY("setvbuf", 0),
    STREAM_ONLY("setbuf", 0),
    STREAM_ONLY("setbuffer", 0),
    STREAM_ONLY("setlinebuf", 0),
    STREAM_ONLY("fwide", 0),
    LOOKS_AT_STREAM("__fpending", 0),
    LOOKS_AT_STREAM("__freading", 0),
    LOOKS_AT_STREAM("__fwriting", 0),
    LOOKS_AT_STREAM("__freadable", 0),
    LOOKS_AT_STREAM("__fwritable", 0),
    LOOKS_AT_STREAM("__fbufsize", 0),
    LOOKS_AT_STREAM("__flbf", 0),
    STREAM_ONLY("__fsetlocking", 0),
    STREAM_ONLY("__fpurge", 0),
    /* opening and closing */
    ROW("fopen", TOUCHES(IN(0, STRING), IN(1, STRING)), ON(DESCRIPTORS, 0, CHANGE), KEEPS(STATE)),
    ROW("fopen64", TOUCHES(IN(0, STRING), IN(1, STRING)), ON(DESCRIPTORS, 0, CHANGE), KEEPS(STATE)),
    ROW("fdopen", TOUCHES(IN(1, STRING)), ON(DESCRIPTOR, 0, CHANGE), KEEPS(STATE)),
    ROW("freopen", TOUCHES(IN(0, STRING), IN(1, STRING)), ON_STREAM(2)),
    ROW("freopen64", TOUCHES(IN(0, STRING), IN(1, STRING)), ON_STREAM(2)),
    ROW("tmpfile", ON(DESCRIPTORS, 0, CHANGE), KEEPS(STATE)),
    ROW("tmpfile64", ON(DESCRIPTORS, 0, CHANGE), KEEPS(STATE)),
    STREAM_ONLY("fclose", 0),
    ROW("remove", TOUCHES(IN(0, STRING)), ON(FILES, 0, CHANGE), KEEPS(STATE)),
    ROW("rename", TOUCHES(IN(0, STRING), IN(1, STRING)), ON(FILES, 0, CHANGE), KEEPS(STATE)),
    ROW("openlog", TOUCHES(IN(0, STRING)), ON(LOG, 0, CHANGE), KEEPS(STATE)),
    ROW("closelog", ON(LOG, 0, CHANGE), KEEPS(STATE)),
    ROW("setlogmask", ON(BUFFER, 0, CHANGE), KEEPS(STATE)),
};

const struct libc_table libc_table_stdio = {rows, sizeof rows / sizeof *rows};
