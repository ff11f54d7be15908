/*
 * stdlib.h, ctype.h, inttypes.h, search.h, locale.h, getopt.h, dlfcn.h, setjmp.h, and what
 * compilers call.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "runtime/hidden_reads.h"
#include "runtime/jump.h"
#include "runtime/libc_patch.h"
#include "runtime/libc_table.h"
#include "runtime/restore.h"

/* --- numbers as text: read up to the character that ends them ------------------------------------
 */

static uint64_t read_up_to(const char *text, const char *end) {
  if (end == text) { /* no number: what is skipped is read, and one more */
    end += strspn(end, " \t\n\v\f\r");
    end += *end == '+' || *end == '-';
  }
  return (uint64_t)(end - text) + 1;
}

static uint64_t integer(const struct libc_call *call, unsigned arg, int base) {
  const int error = errno;
  const char *const text = (const char *)libc_argument(call, arg);
  char *end = (char *)text;
  strtoumax(text, &end, base);
  errno = error;
  return read_up_to(text, end);
}

static uint64_t found_decimal(const struct libc_call *call, unsigned arg) {
  return integer(call, arg, 10);
}

static uint64_t found_integer(const struct libc_call *call, unsigned arg) {
  return integer(call, arg, (int)libc_argument(call, 2));
}

/* At most six characters. */
static uint64_t found_a64l(const struct libc_call *call, unsigned arg) {
  enum { MOST = 6 };
  return libc_string(libc_argument(call, arg), MOST);
}

static uint64_t found_real(const struct libc_call *call, unsigned arg) {
  const int error = errno;
  const char *const text = (const char *)libc_argument(call, arg);
  char *end = (char *)text;
  strtold(text, &end);
  errno = error;
  return read_up_to(text, end);
}

static uint64_t read_wide_up_to(const wchar_t *text, const wchar_t *end) {
  if (end == text) {
    end += wcsspn(end, L" \t\n\v\f\r");
    end += *end == L'+' || *end == L'-';
  }
  return (uint64_t)(end - text + 1) * sizeof *text;
}

static uint64_t found_wide_integer(const struct libc_call *call, unsigned arg) {
  const int error = errno;
  const wchar_t *const text = (const wchar_t *)libc_argument(call, arg);
  wchar_t *end = (wchar_t *)text;
  wcstoul(text, &end, (int)libc_argument(call, 2));
  errno = error;
  return read_wide_up_to(text, end);
}

static uint64_t found_wide_real(const struct libc_call *call, unsigned arg) {
  const int error = errno;
  const wchar_t *const text = (const wchar_t *)libc_argument(call, arg);
  wchar_t *end = (wchar_t *)text;
  (void)wcstold(text, &end);
  errno = error;
  return read_wide_up_to(text, end);
}

/* --- others --------------------------------------------------------------------------------------
 */

/* Elements are read, compared by the program's own function, and written back. */
static void more_qsort(const struct libc_call *call, struct libc_ranges *ranges) {
  libc_may_write(ranges, libc_argument(call, 0), libc_argument(call, 1) * libc_argument(call, 2));
}

/* The state is an array that the program has given. */
static void random_state(const struct random_data *data, struct libc_ranges *ranges) {
  const uint64_t size = (uint64_t)data->rand_deg * sizeof(int32_t);
  if (!data->state)
    return;
  libc_touches(ranges, (uintptr_t)data->state, size, false);
  libc_touches(ranges, (uintptr_t)data->state, size, true);
}

static void more_random(const struct libc_call *call, struct libc_ranges *ranges) {
  random_state((const struct random_data *)libc_argument(call, 0), ranges);
}

static void more_srandom(const struct libc_call *call, struct libc_ranges *ranges) {
  random_state((const struct random_data *)libc_argument(call, 1), ranges);
}

static void returned_dlopen(struct libc_call *call) {
  if (!call->result[0])
    return;
  libc_patch();
  modules_note();
}

/* A function that the program gets the address of is called through a stub like any other. Where no
 * stub stands before it, it may read anything. */
static void returned_dlsym(struct libc_call *call) {
  void *const real = (void *)(uintptr_t)call->result[0];
  if (!real)
    return;
  void *const called = libc_patched(real);
  if (called == real)
    hidden_reads_anywhere();
  call->result[0] = (uintptr_t)called;
}

#define DIGITS(name) ROW(name, TOUCHES(OUT(1, OF(int)), OUT(2, OF(int)), OUT(3, LINE(4), IF(ZERO))))
#define DRAWS_FROM(name, type)                                                                     \
  ROW(name, TOUCHES(INOUT(0, OF(short[3])), INOUT(1, OF(struct drand48_data)), OUT(2, OF(type))))
#define INTEGER(name) ROW(name, TOUCHES(IN(0, FOUND), OUT(1, OF(char *))), .found = found_integer)
#define REAL_NUMBER(name) ROW(name, TOUCHES(IN(0, FOUND), OUT(1, OF(char *))), .found = found_real)
#define WIDE_INTEGER(name)                                                                         \
  ROW(name, TOUCHES(IN(0, FOUND), OUT(1, OF(wchar_t *))), .found = found_wide_integer)
#define WIDE_REAL_NUMBER(name)                                                                     \
  ROW(name, TOUCHES(IN(0, FOUND), OUT(1, OF(wchar_t *))), .found = found_wide_real)

static const struct libc_function rows[] = {
    INTEGER("strtol"),
    INTEGER("strtoll"),
    INTEGER("strtoul"),
    INTEGER("strtoull"),
    INTEGER("strtoq"),
    INTEGER("strtouq"),
    INTEGER("strtoimax"),
    INTEGER("strtoumax"),
    INTEGER("strtol_l"),
    INTEGER("strtoll_l"),
    INTEGER("strtoul_l"),
    INTEGER("strtoull_l"),
    INTEGER("__isoc23_strtol"),
    INTEGER("__isoc23_strtoll"),
    INTEGER("__isoc23_strtoul"),
    INTEGER("__isoc23_strtoull"),
    INTEGER("__isoc23_strtoimax"),
    INTEGER("__isoc23_strtoumax"),
    REAL_NUMBER("strtod"),
    REAL_NUMBER("strtof"),
    REAL_NUMBER("strtold"),
    REAL_NUMBER("strtod_l"),
    REAL_NUMBER("strtof_l"),
    REAL_NUMBER("strtold_l"),
    REAL_NUMBER("__strtod_l"),
    REAL_NUMBER("__strtof_l"),
    REAL_NUMBER("strtof64"),
    REAL_NUMBER("strtof32"),
    WIDE_INTEGER("wcstol"),
    WIDE_INTEGER("wcstoll"),
    WIDE_INTEGER("wcstoul"),
    WIDE_INTEGER("wcstoull"),
    WIDE_INTEGER("wcstoimax"),
    WIDE_INTEGER("wcstoumax"),
    WIDE_REAL_NUMBER("wcstod"),
    WIDE_REAL_NUMBER("wcstof"),
    WIDE_REAL_NUMBER("wcstold"),
    WIDE_INTEGER("wcstoq"),
    WIDE_INTEGER("wcstouq"),
    WIDE_INTEGER("wcstol_l"),
    WIDE_INTEGER("wcstoll_l"),
    WIDE_INTEGER("wcstoul_l"),
    WIDE_INTEGER("wcstoull_l"),
    WIDE_REAL_NUMBER("wcstof32"),
    WIDE_REAL_NUMBER("wcstof64"),
    WIDE_REAL_NUMBER("wcstof32x"),
    WIDE_REAL_NUMBER("wcstof64x"),
    WIDE_REAL_NUMBER("wcstod_l"),
    WIDE_REAL_NUMBER("wcstof_l"),
    WIDE_REAL_NUMBER("wcstold_l"),
    REAL_NUMBER("strtof32x"),
    REAL_NUMBER("strtof64x"),
    REAL_NUMBER("strtof128"),
    INTEGER("__strtol_l"),
    INTEGER("__strtoll_l"),
    INTEGER("__strtoul_l"),
    INTEGER("__strtoull_l"),
    INTEGER("__strtol_internal"),
    INTEGER("__strtoll_internal"),
    INTEGER("__strtoul_internal"),
    INTEGER("__strtoull_internal"),
    REAL_NUMBER("__strtod_internal"),
    REAL_NUMBER("__strtof_internal"),
    REAL_NUMBER("__strtold_internal"),
    ROW("strfromd", TOUCHES(OUT(0, LINE(1)), IN(2, STRING))),
    ROW("strfromf", TOUCHES(OUT(0, LINE(1)), IN(2, STRING))),
    ROW("strfromf32", TOUCHES(OUT(0, LINE(1)), IN(2, STRING))),
    ROW("strfromf64", TOUCHES(OUT(0, LINE(1)), IN(2, STRING))),
    ROW("strfromf32x", TOUCHES(OUT(0, LINE(1)), IN(2, STRING))),
    ROW("strfromf64x", TOUCHES(OUT(0, LINE(1)), IN(2, STRING))),
    ROW("strfroml", TOUCHES(OUT(0, LINE(1)), IN(2, STRING))),
    /* the number is no argument that is counted */
    ROW("gcvt", TOUCHES(OUT(1, LINE(LIBC_NO_LIMIT)))),
    ROW("qgcvt", TOUCHES(OUT(1, LINE(LIBC_NO_LIMIT)))),
    DIGITS("ecvt_r"),
    DIGITS("fcvt_r"),
    DIGITS("qecvt_r"),
    DIGITS("qfcvt_r"),
    ROW("a64l", TOUCHES(IN(0, FOUND)), .found = found_a64l),
    ROW("atoi", TOUCHES(IN(0, FOUND)), .found = found_decimal),
    ROW("atol", TOUCHES(IN(0, FOUND)), .found = found_decimal),
    ROW("atoll", TOUCHES(IN(0, FOUND)), .found = found_decimal),
    ROW("atof", TOUCHES(IN(0, FOUND)), .found = found_real),
    /* searching and sorting */
    ROW("qsort", TOUCHES(IN(0, PRODUCT(1, 2))), .more = more_qsort, .more_after = true),
    ROW("qsort_r", TOUCHES(IN(0, PRODUCT(1, 2))), .more = more_qsort, .more_after = true),
    ROW("bsearch"), /* the program's own function reads */
    ROW("lfind"),
    /* arithmetic */
    ROW("abs"),
    ROW("labs"),
    ROW("llabs"),
    ROW("imaxabs"),
    ROW("div"),
    ROW("ldiv"),
    ROW("lldiv"),
    ROW("imaxdiv"),
    ROW("rand_r", TOUCHES(OUT(0, OF(unsigned)))),
    ROW("random_r", TOUCHES(INOUT(0, OF(struct random_data)), OUT(1, OF(int32_t))),
        .more = more_random),
    ROW("srandom_r", TOUCHES(INOUT(1, OF(struct random_data))), .more = more_srandom),
    ROW("initstate_r", TOUCHES(OUT(1, BYTES(2)), OUT(3, OF(struct random_data)))),
    ROW("drand48_r", TOUCHES(INOUT(0, OF(struct drand48_data)), OUT(1, OF(double)))),
    ROW("lrand48_r", TOUCHES(INOUT(0, OF(struct drand48_data)), OUT(1, OF(long)))),
    ROW("mrand48_r", TOUCHES(INOUT(0, OF(struct drand48_data)), OUT(1, OF(long)))),
    DRAWS_FROM("erand48_r", double),
    DRAWS_FROM("nrand48_r", long),
    DRAWS_FROM("jrand48_r", long),
    ROW("srand48_r", TOUCHES(OUT(1, OF(struct drand48_data)))),
    ROW("seed48_r", TOUCHES(IN(0, OF(short[3])), OUT(1, OF(struct drand48_data)))),
    ROW("lcong48_r", TOUCHES(IN(0, OF(short[7])), OUT(1, OF(struct drand48_data)))),
    ROW("erand48", TOUCHES(OUT(0, OF(short[3])))),
    ROW("nrand48", TOUCHES(OUT(0, OF(short[3])))),
    ROW("jrand48", TOUCHES(OUT(0, OF(short[3])))),
    ROW("getrandom", TOUCHES(OUT(0, BYTES(1)))),
    ROW("getentropy", TOUCHES(OUT(0, BYTES(1)))),
    ROW("posix_memalign", TOUCHES(OUT(0, OF(void *)))),
    /* the environment and getopt are the runtime's own: environment.c, options.c */
    ROW("getenv"),
    ROW("secure_getenv"),
    ROW("setenv"),
    ROW("unsetenv"),
    ROW("putenv"),
    ROW("clearenv"),
    ROW("environ"),
    ROW("__environ"),
    ROW("_environ"),
    ROW("getopt", ON(OPTIONS, 0, CHANGE), KEEPS(STATE)),
    ROW("getopt_long", ON(OPTIONS, 0, CHANGE), KEEPS(STATE)),
    ROW("getopt_long_only", ON(OPTIONS, 0, CHANGE), KEEPS(STATE)),
    ROW("optarg"),
    ROW("optind"),
    ROW("opterr"),
    ROW("optopt"),
    ROW("stdin"),
    ROW("stdout"),
    ROW("stderr"),
    /* locales */
    ROW("setlocale", TOUCHES(IN(1, STRING)), ON(LOCALE, 0, CHANGE), KEEPS(STATE)),
    ROW("localeconv", ON(LOCALE, 0, LOOK)),
    ROW("nl_langinfo", ON(LOCALE, 0, LOOK)),
    ROW("__newlocale", TOUCHES(IN(1, STRING)), ON(SYSTEM, 0, CHANGE), KEEPS(STATE)),
    ROW("__freelocale", ON(SYSTEM, 0, CHANGE), KEEPS(STATE)),
    ROW("__duplocale", ON(SYSTEM, 0, CHANGE), KEEPS(STATE)),
    ROW("newlocale", TOUCHES(IN(1, STRING)), ON(SYSTEM, 0, CHANGE), KEEPS(STATE)),
    ROW("freelocale", ON(SYSTEM, 0, CHANGE), KEEPS(STATE)),
    ROW("uselocale", ON(SYSTEM, 0, CHANGE), KEEPS(STATE)),
    /* libraries */
    ROW("dlopen", TOUCHES(IN(0, STRING)), .returned = returned_dlopen, ON(MODULES, 0, CHANGE),
        KEEPS(LASTING)),
    ROW("dlclose", ON(MODULES, 0, CHANGE), KEEPS(LASTING)),
    ROW("dlsym", TOUCHES(IN(1, STRING)), .returned = returned_dlsym, ON(MODULES, 0, LOOK),
        KEEPS(STATE)),
    ROW("dlerror", ON(MODULES, 0, CHANGE), KEEPS(STATE)),
    ROW("dladdr", TOUCHES(OUT(1, OF(Dl_info), IF(NOT_ZERO))), ON(MODULES, 0, LOOK), KEEPS(STATE)),
    ROW("dl_iterate_phdr", ON(MODULES, 0, LOOK), KEEPS(STATE)),
    /* characters: tables of the locale */
    ROW("__ctype_b_loc"),
    ROW("__ctype_tolower_loc"),
    ROW("__ctype_toupper_loc"),
    ROW("__ctype_get_mb_cur_max", ON(LOCALE, 0, LOOK)),
    ROW("isalnum"),
    ROW("isalpha"),
    ROW("isascii"),
    ROW("isblank"),
    ROW("iscntrl"),
    ROW("isdigit"),
    ROW("isgraph"),
    ROW("islower"),
    ROW("isprint"),
    ROW("ispunct"),
    ROW("isspace"),
    ROW("isupper"),
    ROW("isxdigit"),
    ROW("toascii"),
    ROW("tolower"),
    ROW("toupper"),
    /* ends, which are reported or are our own */
    ROW("exit"),
    ROW("_exit"),
    ROW("_Exit"),
    ROW("abort"),
    ROW("__assert_fail"),
    ROW("__stack_chk_fail"),
    ROW("__chk_fail"),
    ROW("__fortify_fail"),
    ROW("__longjmp_chk"), /* within one stack */
    ROW("longjmp"),
    ROW("_longjmp"),
    ROW("siglongjmp"),
    ROW("setjmp"),
    ROW("_setjmp"),
    ROW("__sigsetjmp", .more = jump_prepared),
    /* what compilers call, and what begins and ends a module */
    ROW("__errno_location"),
    ROW("__h_errno_location"),
    ROW("__tls_get_addr"),
    ROW("__cxa_finalize"),
    ROW("__gmon_start__"),
    ROW("__libc_single_threaded"),
    ROW("__libc_start_main"),
    ROW("__libc_start_call_main"),
    ROW("__fdelt_chk"),
    ROW("__fdelt_warn"),
    ROW("__stack_chk_guard"),
    ROW("_dl_find_object"),
    ROW("__cyg_profile_func_enter"),
    ROW("__cyg_profile_func_exit"),
    ROW("backtrace", TOUCHES(OUT(0, RESULTS(1, void *)))),
    ROW("backtrace_symbols", TOUCHES(IN(0, ARRAY(1, void *))), KEEPS(STATE)),
    ROW("backtrace_symbols_fd", TOUCHES(IN(0, ARRAY(1, void *)))),
    /* settings and figures of libc's own heap, which the program does not use */
    ROW("malloc_trim"),
    ROW("mallopt"),
    ROW("mallinfo"),
    ROW("mallinfo2"),
    ROW("malloc_stats"),
};

const struct libc_table libc_table_stdlib = {rows, sizeof rows / sizeof *rows};
