/*
 * Programs as C. Every statement has a line of its own, by which what Ravel reports is told apart.
 */
#include <inttypes.h>
#include <string.h>

#include "retry.h"
#include "search.h"

static const char head[] =
    "#define _GNU_SOURCE\n"
    "#include <assert.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <pthread.h>\n"
    "#include <netinet/in.h>\n#include <poll.h>\n#include <sys/epoll.h>\n#include "
    "<sys/eventfd.h>\n#include <sys/socket.h>\n#include "
    "<sys/signalfd.h>\n"
    "#include <sched.h>\n#include <semaphore.h>\n#include <signal.h>\n#include "
    "<stdint.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#include <sys/stat.h>\n#include <time.h>\n#include "
    "<unistd.h>\n"
    "#include <ravel.h>\n"
    "#ifdef __cplusplus\n#include <atomic>\n#include <chrono>\n#include <mutex>\n"
    "#include <shared_mutex>\n#include <thread>\nusing namespace std;\n"
    "#define ATOMIC(type) atomic<type>\n#define _Thread_local thread_local\n"
    "#define MUTEX(m) timed_mutex m\n"
    "#define pthread_mutex_lock(m) (m)->lock()\n#define pthread_mutex_unlock(m) (m)->unlock()\n"
    "#define pthread_mutex_trylock(m) (!(m)->try_lock())\n"
    "#define pthread_mutex_timedlock(m, t) (!(m)->try_lock_for(chrono::seconds(10)))\n"
    "#define pthread_cond_wait(c, m) pthread_cond_wait(c, (m)->native_handle())\n"
    "#define pthread_cond_timedwait(c, m, t) pthread_cond_timedwait(c, (m)->native_handle(), t)\n"
    "struct joined { thread t; void *result; };\n#define THREAD joined *\n"
    "#define pthread_create(to, how, f, with) (*(to) = new joined, (*(to))->t = "
    "thread([j = *(to)] { j->result = f(with); }))\n"
    "#define pthread_join(j, r) join(j, r)\n#define pthread_detach(j) (j)->t.detach()\n"
    "static inline void join(joined *j, void **result) {\n"
    "  j->t.join();\n  if (result)\n    *result = j->result;\n}\n"
    "#else\n#include <stdatomic.h>\n#define ATOMIC(type) _Atomic type\n"
    "#define MUTEX(m) pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER\n#define THREAD pthread_t\n"
    "#endif\n"
    "#define KEEP __asm__ volatile(\"\" ::: \"memory\")\n"
    "/* Exactly one plain access, whatever the compiler would make of several. */\n"
    "#define PLAIN_LOAD(v) ({ KEEP; __typeof__(v) x_ = (v); __asm__ volatile(\"\" : \"+r\"(x_)); "
    "KEEP; x_; })\n"
    "#define PLAIN_STORE(v, x) do { KEEP; (v) = (x); KEEP; } while (0)\n"
    "#define CAS(how, bits, v, e, x, o, f) ({ uint##bits##_t e_ = (e); "
    "atomic_compare_exchange_##how##_explicit(v, &e_, x, o, f); })\n"
    "#define VALUE(s) ({ int v_; sem_getvalue(s, &v_); v_; })\n"
    "#define FUNCTION __attribute__((noinline)) static unsigned\n"
    "#define POSITIVE(x) ((x) > 0 && (x) <= 3)\n"
    "#define LEAVE break\n#define AGAIN continue\n"
    "FUNCTION get_a1(ATOMIC(uint8_t) *v, memory_order o) { return atomic_load_explicit(v, o); }\n"
    "FUNCTION get_a2(ATOMIC(uint16_t) *v, memory_order o) { return atomic_load_explicit(v, o); }\n"
    "FUNCTION get_a4(ATOMIC(uint32_t) *v, memory_order o) { return atomic_load_explicit(v, o); }\n"
    "FUNCTION get_a8(ATOMIC(uint64_t) *v, memory_order o) { return "
    "(unsigned)atomic_load_explicit(v, o); }\n"
    "static __attribute__((unused)) struct timespec *later(void) {\n"
    "  static _Thread_local struct timespec at;\n"
    "  clock_gettime(CLOCK_REALTIME, &at);\n  at.tv_sec += 10;\n  return &at;\n}\n"
    "static int chosen;\n"
    "static void finish(const uint64_t *set, int n, uint64_t got) {\n"
    "  int i = 0;\n"
    "  while (i < n && set[i] != got)\n    i++;\n"
    "  assert(i < n && \"impossible outcome\");\n"
    "  if (chosen == i)\n    assert(!\"chosen outcome\");\n"
    "  if (chosen == -2)\n    switch (i % 8) {\n"
    "    case 0: assert(!\"outcome 0\");\n    case 1: assert(!\"outcome 1\");\n"
    "    case 2: assert(!\"outcome 2\");\n    case 3: assert(!\"outcome 3\");\n"
    "    case 4: assert(!\"outcome 4\");\n    case 5: assert(!\"outcome 5\");\n"
    "    case 6: assert(!\"outcome 6\");\n    case 7: assert(!\"outcome 7\");\n    }\n"
    "}\n"
    "static __attribute__((unused)) unsigned read_byte(int fd) {\n"
    "  unsigned char c;\n  return read(fd, &c, 1) == 1 ? c : 7;\n}\n"
    "static __attribute__((unused)) void write_byte(int fd, unsigned char c) {\n"
    "  if (write(fd, &c, 1) != 1)\n    abort();\n}\n"
    "static __attribute__((unused)) unsigned take_event(int fd) {\n"
    "  uint64_t n;\n  return read(fd, &n, sizeof n) == sizeof n ? n & 7 : 0;\n}\n"
    "static __attribute__((unused)) void add_event(int fd, uint64_t n) {\n"
    "  if (write(fd, &n, sizeof n) != sizeof n)\n    abort();\n}\n"
    "static __attribute__((unused)) unsigned take_signals(int fd) {\n"
    "  struct signalfd_siginfo infos[32];\n  unsigned sum = 0;\n"
    "  ssize_t n = read(fd, infos, sizeof infos) / (ssize_t)sizeof *infos;\n"
    "  while (n-- > 0)\n    sum += infos[n].ssi_int;\n  return sum & 7;\n}\n"
    "static __attribute__((unused)) void queue_signal(int n) {\n"
    "  union sigval value;\n  value.sival_int = n;\n"
    "  if (sigqueue(getpid(), SIGRTMIN, value))\n    abort();\n}\n"
    "static __attribute__((unused)) int signals_descriptor(void) {\n"
    "  sigset_t set;\n  sigemptyset(&set);\n  sigaddset(&set, SIGRTMIN);\n"
    "  pthread_sigmask(SIG_BLOCK, &set, NULL);\n"
    "  return signalfd(-1, &set, SFD_NONBLOCK);\n}\n"
    "static __attribute__((unused)) void open_pipe(int ends[2]) {\n"
    "  if (pipe2(ends, O_NONBLOCK))\n    abort();\n}\n"
    "static __attribute__((unused)) void open_pair(int ends[2]) {\n"
    "  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends))\n    abort();\n}\n"
    "static __attribute__((unused)) void open_sockets(int ends[2], int family, int length) {\n"
    "  struct sockaddr_storage name;\n  socklen_t size = sizeof name;\n"
    "  memset(&name, 0, sizeof name);\n  name.ss_family = (sa_family_t)family;\n"
    "  for (int i = 0; i < 2; i++)\n"
    "    ends[i] = socket(family, SOCK_DGRAM | SOCK_NONBLOCK, 0);\n"
    "  if (family == AF_INET)\n"
    "    ((struct sockaddr_in *)&name)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);\n"
    "  if (bind(ends[0], (struct sockaddr *)&name, length) ||\n"
    "      getsockname(ends[0], (struct sockaddr *)&name, &size) ||\n"
    "      connect(ends[1], (struct sockaddr *)&name, size))\n    abort();\n}\n"
    "static __attribute__((unused)) void open_unix(int ends[2]) {\n"
    "  open_sockets(ends, AF_UNIX, sizeof(sa_family_t));\n}\n"
    "static __attribute__((unused)) void open_udp(int ends[2]) {\n"
    "  open_sockets(ends, AF_INET, sizeof(struct sockaddr_in));\n}\n"
    "static __attribute__((unused)) unsigned ready_of(int a, int b, int wait) {\n"
    "  struct pollfd list[] = {{a, POLLIN, 0}, {b, POLLIN, 0}};\n"
    "  if (poll(list, 2, wait) < 0)\n    return errno == EINTR ? 4 : (abort(), 0);\n"
    "  return !!list[0].revents + 2 * !!list[1].revents;\n}\n"
    "static __attribute__((unused)) unsigned ready_in(int set, int wait) {\n"
    "  struct epoll_event events[2];\n  unsigned found = 0;\n"
    "  int n = epoll_wait(set, events, 2, wait);\n"
    "  if (n < 0)\n    return errno == EINTR ? 4 : (abort(), 0);\n"
    "  while (n-- > 0)\n    found |= events[n].data.u32;\n  return found;\n}\n"
    "static __attribute__((unused)) int enter(int set, int fd, unsigned bit, unsigned mode) {\n"
    "  struct epoll_event event;\n  event.events = mode;\n  event.data.u32 = bit;\n"
    "  return epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);\n}\n"
    "static __attribute__((unused)) void mask_signal(int how) {\n"
    "  sigset_t set;\n  sigemptyset(&set);\n  sigaddset(&set, SIGUSR1);\n"
    "  if (pthread_sigmask(how, &set, NULL))\n    abort();\n}\n"
    "static __attribute__((unused)) timer_t timer_of_signal(void) {\n"
    "  timer_t timer;\n"
    "  struct sigevent event;\n  event.sigev_notify = SIGEV_SIGNAL;\n  event.sigev_signo = "
    "SIGUSR1;\n"
    "  event.sigev_value.sival_ptr = NULL;\n"
    "  if (timer_create(CLOCK_MONOTONIC, &event, &timer))\n    abort();\n  return timer;\n}\n"
    "static __attribute__((unused)) void arm(timer_t timer) {\n"
    "  const struct itimerspec time = {{0, 0}, {1, 0}};\n"
    "  if (timer_settime(timer, 0, &time, NULL))\n    abort();\n}\n"
    "static __attribute__((unused)) unsigned environment(void) {\n"
    "  const char *v = getenv(\"RAVEL_ORACLE\");\n  return v ? (unsigned)(*v - '0') : 0;\n}\n";

/* The same operations in inline assembly, with -DASSEMBLY: those that promise no less and no more
 * than an instruction of x86 does, which acquires, releases, or both. */
static const char assembly[] =
    "#ifdef ASSEMBLY\n"
    "#define TYPE(p) __typeof__((void)0, *(p))\n"
    "#define AT(p) (*(TYPE(p) *)(p))\n"
    "#define ONE_OF(o, a) ((o) == memory_order_seq_cst || (o) == (a))\n"
    "#define IN_ASSEMBLY_strong(o) ONE_OF(o, memory_order_acq_rel)\n"
    "#define IN_ASSEMBLY_weak(o) 0\n"
    "#define CHOOSE __builtin_choose_expr\n"
    "#define ASM_LOAD(p) ({ TYPE(p) v_; "
    "__asm__ volatile(\"mov %1, %0\" : \"=q\"(v_) : \"m\"(AT(p)) : \"memory\"); v_; })\n"
    "#define ASM_STORE(p, x) ({ TYPE(p) v_ = (x); "
    "__asm__ volatile(\"mov %1, %0\" : \"=m\"(AT(p)) : \"q\"(v_) : \"memory\"); })\n"
    "#define ASM_UPDATE(what, p, x) ({ TYPE(p) v_ = (x); "
    "__asm__ volatile(what \" %0, %1\" : \"+q\"(v_), \"+m\"(AT(p)) : : \"memory\"); v_; })\n"
    "#define ASM_CAS(p, e, x) ({ TYPE(p) e_ = (e), x_ = (x), f_ = e_; "
    "__asm__ volatile(\"lock; cmpxchg %2, %1\" : \"+a\"(f_), \"+m\"(AT(p)) : \"q\"(x_) : "
    "\"memory\"); f_ == e_; })\n"
    "#undef atomic_load_explicit\n#undef atomic_store_explicit\n#undef atomic_exchange\n"
    "#undef atomic_exchange_explicit\n#undef atomic_fetch_add_explicit\n#undef CAS\n"
    "#define atomic_load_explicit(p, o) "
    "CHOOSE(ONE_OF(o, memory_order_acquire), ASM_LOAD(p), __atomic_load_n(&AT(p), o))\n"
    "#define atomic_store_explicit(p, x, o) "
    "CHOOSE(ONE_OF(o, memory_order_release), ASM_STORE(p, x), __atomic_store_n(&AT(p), x, o))\n"
    "#define atomic_exchange_explicit(p, x, o) CHOOSE(ONE_OF(o, memory_order_acq_rel), "
    "ASM_UPDATE(\"xchg\", p, x), __atomic_exchange_n(&AT(p), x, o))\n"
    "#define atomic_exchange(p, x) ASM_UPDATE(\"xchg\", p, x)\n"
    "#define atomic_fetch_add_explicit(p, x, o) CHOOSE(ONE_OF(o, memory_order_acq_rel), "
    "ASM_UPDATE(\"lock; xadd\", p, x), __atomic_fetch_add(&AT(p), x, o))\n"
    "#define CAS(how, bits, v, e, x, o, f) CHOOSE(IN_ASSEMBLY_##how(o), ASM_CAS(v, e, x), "
    "({ uint##bits##_t n_ = (e); "
    "atomic_compare_exchange_##how##_explicit(v, &n_, x, o, f); }))\n"
    "#endif\n";

void emit_head(FILE *to) {
  fputs(head, to);
  fputs(assembly, to);
}

static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

static const char *load_order(unsigned order) {
  return order == RELEASE ? "relaxed" : order == ACQ_REL ? "acquire" : orders[order];
}

static const char *store_order(unsigned order) {
  return order == ACQUIRE ? "relaxed" : order == ACQ_REL ? "release" : orders[order];
}

/* The variable as an lvalue of the type in which it is accessed. */
static void lvalue(char *to, size_t room, const struct program *p, unsigned k,
                   const struct statement *s, unsigned var) {
  const char *const type = var < VOLATILE_VAR ? "ATOMIC(uint%u_t)"
                           : s->plain         ? "uint%u_t"
                                              : "volatile uint%u_t";
  char as[32];
  const unsigned bits = s->narrow ? 8u : 8u * p->size[var];
  snprintf(as, sizeof as, type, bits);
  if (s->way == WAY_POINTER && var < LOCK_VAR)
    snprintf(to, room, "*p%u_q%u", k, var);
  else
    snprintf(to, room, "*(%s *)&p%u_v%u", as, k, var);
}

static void emit_load(FILE *to, const struct program *p, unsigned k, const struct statement *s,
                      unsigned var) {
  char place[64];
  lvalue(place, sizeof place, p, k, s, var);
  if (var >= VOLATILE_VAR)
    fprintf(to, s->plain ? "PLAIN_LOAD(%s)" : "(%s)", place);
  else if (s->way == WAY_FUNCTION)
    fprintf(to, "get_a%u(&p%u_v%u, memory_order_%s)", p->size[var], k, var, load_order(s->order));
  else
    fprintf(to, "atomic_load_explicit(&%s, memory_order_%s)", place, load_order(s->order));
}

static void emit_store(FILE *to, const struct program *p, unsigned k, const struct statement *s) {
  char value[64], place[64];
  lvalue(place, sizeof place, p, k, s, s->var);
  if (s->from_register)
    snprintf(value, sizeof value, "(r%u + %u) & 7", s->r, s->imm);
  else
    snprintf(value, sizeof value, "%u", s->imm);
  if (s->var < VOLATILE_VAR)
    fprintf(to, "atomic_store_explicit(&%s, %s, memory_order_%s)", place, value,
            store_order(s->order));
  else if (s->plain)
    fprintf(to, "PLAIN_STORE(%s, %s)", place, value);
  else
    fprintf(to, "%s = %s", place, value);
}

static void emit_cas(FILE *to, const struct program *p, unsigned k, const struct statement *s) {
  fprintf(to, "CAS(%s, %u, &p%u_v%u, %u, %u, memory_order_%s, memory_order_%s)",
          s->weak ? "weak" : "strong", 8u * p->size[s->var], k, s->var, s->imm, s->imm2,
          orders[s->order], load_order(s->order));
}

static void emit_update(FILE *to, const struct statement *s) {
  static const char *const updates[UPDATES] = {[UPDATE_NONE] = ";",
                                               [UPDATE_FLAG] = "r%u = 1;",
                                               [UPDATE_COUNT] = "if (r%u < 2) r%u++;",
                                               [UPDATE_TOGGLE] = "r%u ^= 1;",
                                               [UPDATE_LAST] = "r%u = l & 7;",
                                               [UPDATE_YIELD] = "sched_yield();"};
  fprintf(to, updates[s->update], s->r, s->r);
}

/* l is what the loop has seen last. */
static void emit_loop(FILE *to, const struct program *p, unsigned k, const struct statement *s) {
  fprintf(to, "{ unsigned l = 0; (void)l; r%u = 0; while (", s->r);
  switch (s->kind) {
  case SPIN:
    fprintf(to, "(l = ");
    emit_load(to, p, k, s, s->var);
    fprintf(to, ") %s %u", s->either ? "==" : "!=", s->imm);
    break;
  case SPIN_TWO:
    fprintf(to, "(l = ");
    emit_load(to, p, k, s, s->var);
    fprintf(to, ") != %u %s (l = ", s->imm, s->either ? "||" : "&&");
    emit_load(to, p, k, s, s->var2);
    fprintf(to, ") != %u", s->imm2);
    break;
  case SPIN_EXCHANGE:
    fprintf(to, "(l = atomic_exchange(&p%u_v%u, 1)) != 0", k, s->var);
    break;
  case SPIN_CAS:
    fprintf(to, "!(l = ");
    emit_cas(to, p, k, s);
    fprintf(to, ")");
    break;
  case SPIN_TRYLOCK:
    fprintf(to, "pthread_mutex_trylock(&p%u_m%u)", k, s->var);
    break;
  default:
    fprintf(to, "sem_trywait(&p%u_s%u)", k, s->var);
  }
  fprintf(to, ") { ");
  emit_update(to, s);
  fprintf(to, " } }");
}

static void emit_memory(FILE *to, const struct program *p, unsigned k, const struct statement *s) {
  switch (s->kind) {
  case LOAD:
    fprintf(to, "r%u = ", s->r);
    emit_load(to, p, k, s, s->var);
    fprintf(to, " & 7;");
    break;
  case STORE:
    emit_store(to, p, k, s);
    fprintf(to, ";");
    break;
  case ADD:
    fprintf(to, "r%u = atomic_fetch_add_explicit(&p%u_v%u, %u, memory_order_%s) & 7;", s->r, k,
            s->var, s->imm, orders[s->order]);
    break;
  case EXCHANGE:
    fprintf(to, "r%u = atomic_exchange_explicit(&p%u_v%u, %u, memory_order_%s) & 7;", s->r, k,
            s->var, s->imm, orders[s->order]);
    break;
  case CAS:
    fprintf(to, "r%u = ", s->r);
    emit_cas(to, p, k, s);
    fprintf(to, ";");
    break;
  case FENCE:
    fprintf(to, "atomic_thread_fence(memory_order_%s);", orders[s->order]);
    break;
  default: /* RETRY */
    fprintf(to, "for (r%u = 0; r%u < 2 && ", s->r, s->r);
    emit_load(to, p, k, s, s->var);
    fprintf(to, " %s %u;) r%u++;", s->either ? "==" : "!=", s->imm, s->r);
  }
}

/* $ stands for the program, # for the object, ^ for the register, ! for the constant. */
static const char *const calls[] = {
    [LOCK] = "pthread_mutex_lock(&p$_m#);",
    [UNLOCK] = "pthread_mutex_unlock(&p$_m#);",
    [TRYLOCK] = "r^ = pthread_mutex_trylock(&p$_m#) == 0;",
    [TIMEDLOCK] = "r^ = pthread_mutex_timedlock(&p$_m#, later()) == 0;",
    [MUTEX_INIT] = "pthread_mutex_init(&p$_m#, NULL);",
    [MUTEX_DESTROY] = "pthread_mutex_destroy(&p$_m#);",
    [POST] = "sem_post(&p$_s#);",
    [WAIT] = "sem_wait(&p$_s#);",
    [TRYWAIT] = "r^ = sem_trywait(&p$_s#) == 0;",
    [TIMEDWAIT] = "r^ = sem_timedwait(&p$_s#, later()) == 0;",
    [GETVALUE] = "r^ = VALUE(&p$_s#) & 7;",
    [SEM_INIT] = "sem_init(&p$_s#, 0, !);",
    [SEM_DESTROY] = "sem_destroy(&p$_s#);",
    [RDLOCK] = "pthread_rwlock_rdlock(&p$_w);",
    [WRLOCK] = "pthread_rwlock_wrlock(&p$_w);",
    [TRYRDLOCK] = "r^ = pthread_rwlock_tryrdlock(&p$_w) == 0;",
    [TRYWRLOCK] = "r^ = pthread_rwlock_trywrlock(&p$_w) == 0;",
    [TIMEDWRLOCK] = "r^ = pthread_rwlock_timedwrlock(&p$_w, later()) == 0;",
    [RWUNLOCK] = "pthread_rwlock_unlock(&p$_w);",
    [RW_INIT] = "pthread_rwlock_init(&p$_w, NULL);",
    [RW_DESTROY] = "pthread_rwlock_destroy(&p$_w);",
    [COND_WAIT] = "pthread_cond_wait(&p$_c, &p$_m0);",
    [COND_TIMEDWAIT] = "r^ = pthread_cond_timedwait(&p$_c, &p$_m0, later()) == 0;",
    [SIGNAL] = "pthread_cond_signal(&p$_c);",
    [BROADCAST] = "pthread_cond_broadcast(&p$_c);",
    [COND_INIT] = "pthread_cond_init(&p$_c, NULL);",
    [COND_DESTROY] = "pthread_cond_destroy(&p$_c);",
    [BARRIER] = "r^ = pthread_barrier_wait(&p$_b) == PTHREAD_BARRIER_SERIAL_THREAD;",
    [BARRIER_INIT] = "pthread_barrier_init(&p$_b, NULL, 2);",
    [BARRIER_DESTROY] = "pthread_barrier_destroy(&p$_b);",
    [CHOOSE] = "r^ = (unsigned)ravel_choose(!);",
    [ASSUME] = "ravel_assume(r^ != !);",
    [TSD_SET] = "pthread_setspecific(p$_key, (void *)!);",
    [TSD_GET] = "r^ = (unsigned)(uintptr_t)pthread_getspecific(p$_key);",
    [TLS_SET] = "p$_tls = !;",
    [TLS_GET] = "r^ = p$_tls;",
    [EXIT] = "exit(!);",
    [EXIT_NOW] = "_exit(!);",
    [YIELD] = "sched_yield();",
    [PIPE_WRITE] = "write_byte(p$_pipe[1], !);",
    [PIPE_READ] = "r^ = read_byte(p$_pipe[0]);",
    [FILE_READ] = "r^ = read_byte(p$_file);",
    [UMASK] = "r^ = umask(!);",
    [SETENV] = "setenv(\"RAVEL_ORACLE\", \"!\", 1);",
    [GETENV] = "r^ = environment();",
    [OPEN] = "r^ = (unsigned)(open(\"/dev/null\", O_RDONLY) - p$_first);",
    [CLOSE] = "r^ = close(p$_first + (int)r^) == 0;",
    [READ_INTO] = "if (read(p$_file, &p$_v#, 1) != 1) abort();",
    [WRITE_FROM] = "if (write(p$_pipe[1], &p$_v#, 1) != 1) abort();",
    [EVENT_ADD] = "p$_add(!);",
    [EVENT_TAKE] = "r^ = p$_take();",
    [POLL_NOW] = "r^ = ready_of(p$_pipe[0], p$_event, 0);",
    [POLL_WAIT] = "r^ = ready_of(p$_pipe[0], p$_event, -1);",
    [POLL_TIMED] = "r^ = ready_of(p$_pipe[0], p$_event, 1000);",
    [LEVEL_NOW] = "r^ = ready_in(p$_level, 0);",
    [LEVEL_WAIT] = "r^ = ready_in(p$_level, -1);",
    [LEVEL_LEAVE] = "r^ = epoll_ctl(p$_level, EPOLL_CTL_DEL, p$_event, NULL) == 0;",
    [LEVEL_ENTER] = "r^ = enter(p$_level, p$_event, 2, EPOLLIN) == 0;",
    [OUTER_NOW] = "r^ = ready_in(p$_outer, 0);",
    [OUTER_WAIT] = "r^ = ready_in(p$_outer, -1);",
    [OUTER_POLL] = "r^ = ready_of(p$_level, -1, 0);",
    [OUTER_EDGE_NOW] = "r^ = ready_in(p$_outer_edge, 0);",
    [OUTER_EDGE_WAIT] = "r^ = ready_in(p$_outer_edge, -1);",
    [EDGE_NOW] = "r^ = ready_in(p$_edge, 0);",
    [EDGE_WAIT] = "r^ = ready_in(p$_edge, -1);",
    [KILL] = "pthread_kill(p$_t#, SIGUSR1);",
    [KILL_ANY] = "kill(getpid(), SIGUSR1);",
    [ARM] = "arm(p$_timer);",
    [BLOCK_SIGNAL] = "mask_signal(SIG_BLOCK);",
    [UNBLOCK_SIGNAL] = "mask_signal(SIG_UNBLOCK);",
    [CREATE] = "pthread_create(&p$_t#, NULL, p$_f#, NULL);",
};

static void emit_call(FILE *to, unsigned k, const struct statement *s) {
  for (const char *at = calls[s->kind]; *at; at++)
    switch (*at) {
    case '$':
      fprintf(to, "%u", k);
      break;
    case '#':
      fprintf(to, "%u", s->var);
      break;
    case '^':
      fprintf(to, "%u", s->r);
      break;
    case '!':
      if (at[1] == '=')
        fputc('!', to);
      else
        fprintf(to, "%u", s->imm);
      break;
    default:
      fputc(*at, to);
    }
}

static void emit_statement(FILE *to, const struct program *p, unsigned k,
                           const struct statement *s) {
  fprintf(to, "#line %u\n  ", 1000 * (k + 1) + s->id);
  if (s->guarded)
    fprintf(to, "if (r%u == %u) { ", s->guard, s->guard_imm);
  if (s->kind == ASSERT)
    fprintf(to, "if (r%u == %u) assert(!\"statement %u\");", s->r, s->imm, s->id);
  else if (s->kind == KILL && s->either)
    fprintf(to, "raise(SIGUSR1);");
  else if (s->kind == RETRY_LOOP)
    retry_emit(to, p, k, s);
  else if (s->kind <= FENCE || s->kind == RETRY)
    emit_memory(to, p, k, s);
  else if (s->kind <= SPIN_SEMAPHORE)
    emit_loop(to, p, k, s);
  else if (s->kind == JOIN && p->by_value[s->var])
    fprintf(to, "{ void *x; pthread_join(p%u_t%u, &x); p%u_out[%u] = (uint64_t)(uintptr_t)x; }", k,
            s->var, k, s->var);
  else if (s->kind == JOIN)
    fprintf(to, "pthread_join(p%u_t%u, NULL);", k, s->var);
  else
    emit_call(to, k, s);
  if (s->kind == CREATE && p->detached[s->var])
    fprintf(to, " pthread_detach(p%u_t%u);", k, s->var);
  fprintf(to, "%s\n", s->guarded ? " }" : "");
}

/* The stack of main is there for threads that it joins, and not for a handler that runs later. */
static enum storage storage_of(const struct program *p, unsigned var) {
  if (p->storage[var] == ON_STACK && program_uses(p, KILL, ARM))
    return ON_HEAP;
  for (unsigned t = 1; p->storage[var] == ON_STACK && t < p->threads; t++)
    if (!program_joins(p, t))
      return ON_HEAP;
  return p->storage[var];
}

static void emit_handler(FILE *to, const struct program *p, unsigned k) {
  fprintf(to,
          "timer_t p%u_timer; _Thread_local unsigned p%u_me; pthread_t p%u_t0; static "
          "__attribute__((unused)) void p%u_handle(int number) {\n"
          "  (void)number;\n  ",
          k, k, k, k);
  if (p->handler == HANDLER_ADDS)
    fprintf(to, "atomic_fetch_add(&p%u_v%u, 1);\n}\n", k, p->handler_var);
  else if (p->handler == HANDLER_STORES)
    fprintf(to, "atomic_store(&p%u_v%u, 2);\n}\n", k, p->handler_var);
  else if (p->handler == HANDLER_NOTES)
    fprintf(to, "atomic_store(&p%u_v%u, 1 + p%u_me);\n}\n", k, p->handler_var, k);
  else
    fprintf(to, "atomic_store(&p%u_v%u, p%u_v%u & 7);\n}\n", k, p->handler_var, k, p->handler_var2);
}

static void emit_globals(FILE *to, const struct program *p, unsigned k) {
  for (unsigned v = 0; v < VARS; v++) {
    const char *const way = v < VOLATILE_VAR    ? "ATOMIC(uint%u_t) "
                            : v == VOLATILE_VAR ? "volatile uint%u_t "
                                                : "uint%u_t ";
    const bool elsewhere = storage_of(p, v) != STATIC;
    if (elsewhere) {
      fprintf(to, "#define p%u_v%u (*p%u_q%u)\n", k, v, k, v);
    } else {
      fprintf(to, way, 8u * p->size[v]);
      fprintf(to, "p%u_v%u;\n", k, v);
    }
    if (v >= LOCK_VAR)
      continue;
    fprintf(to, way, 8u * p->size[v]);
    fprintf(to, "*p%u_q%u", k, v);
    if (!elsewhere)
      fprintf(to, " = &p%u_v%u", k, v);
    fprintf(to, ";\n");
  }
  fprintf(to, "MUTEX(p%u_m0); MUTEX(p%u_m1);\n", k, k);
  fprintf(to, "sem_t p%u_s0, p%u_s1; pthread_rwlock_t p%u_w = PTHREAD_RWLOCK_INITIALIZER;\n", k, k,
          k);
  fprintf(to, "pthread_cond_t p%u_c = PTHREAD_COND_INITIALIZER; pthread_barrier_t p%u_b;\n", k, k);
  fprintf(to, "pthread_key_t p%u_key; _Thread_local unsigned p%u_tls; uint64_t p%u_out[4];\n", k, k,
          k);
  fprintf(to, "int p%u_pipe[2], p%u_file, p%u_first; unsigned *p%u_node[4];\n", k, k, k, k);
  fprintf(to, "int p%u_event, p%u_level, p%u_edge, p%u_outer, p%u_outer_edge;\n", k, k, k, k, k);
  if (program_event_is_signals(p))
    fprintf(to, "#define p%u_add(n) queue_signal(n)\n#define p%u_take() take_signals(p%u_event)\n",
            k, k, k);
  else
    fprintf(
        to,
        "#define p%u_add(n) add_event(p%u_event, n)\n#define p%u_take() take_event(p%u_event)\n", k,
        k, k, k);
  emit_handler(to, p, k);
  for (unsigned t = 1; t < p->threads; t++)
    fprintf(to, "THREAD p%u_t%u; static __attribute__((unused)) void *p%u_f%u(void *);\n", k, t, k,
            t);
  fprintf(to,
          "static __attribute__((unused)) void p%u_destroy(void *v) { (void)v; "
          "atomic_fetch_add(&p%u_v%u, 1); }\n",
          k, k, p->destructor_var);
}

/* What there must be before the first statement of main. */
/* By enum pipe. */
static const char *const openers[] = {"open_pipe", "open_pair", "open_unix", "open_udp"};

static void emit_beginning(FILE *to, const struct program *p, unsigned k) {
  for (unsigned v = 0; v < LOCK_VAR; v++)
    if (storage_of(p, v) == ON_HEAP)
      fprintf(to, "  p%u_q%u = (__typeof__(p%u_q%u))calloc(1, sizeof *p%u_q%u);\n", k, v, k, v, k,
              v);
    else if (storage_of(p, v) == ON_STACK)
      fprintf(to, "  ATOMIC(uint%u_t) on_stack%u = 0; p%u_q%u = &on_stack%u;\n", 8u * p->size[v], v,
              k, v, v);
  if (program_uses(p, POST, SEM_DESTROY) || program_uses(p, SPIN_SEMAPHORE, RETRY_LOOP))
    for (unsigned i = 0; i < OBJECTS; i++)
      fprintf(to, "  sem_init(&p%u_s%u, 0, %u);\n", k, i, p->semaphore[i]);
  if (program_uses(p, RETRY_LOOP, RETRY_LOOP))
    fprintf(
        to,
        "  for (int i = 0; i < 4; i++) p%u_node[i] = (unsigned *)calloc(1, sizeof **p%u_node);\n",
        k, k);
  if (program_uses(p, BARRIER, BARRIER_DESTROY))
    fprintf(to, "  pthread_barrier_init(&p%u_b, NULL, 2);\n", k);
  if (program_uses(p, TSD_SET, TSD_GET))
    fprintf(to, "  pthread_key_create(&p%u_key, p%u_destroy);\n", k, k);
  if (program_uses(p, KILL, ARM))
    fprintf(to,
            "  const struct sigaction action = {.sa_handler = p%u_handle, .sa_flags = %s};\n"
            "  p%u_t0 = pthread_self();\n  sigaction(SIGUSR1, &action, NULL);\n",
            k, p->restarts ? "SA_RESTART" : "0", k);
  if (program_uses(p, ARM, ARM))
    fprintf(to, "  p%u_timer = timer_of_signal();\n", k);
  const bool waits = program_uses(p, EVENT_ADD, EDGE_WAIT);
  if (program_uses(p, PIPE_WRITE, PIPE_READ) || program_uses(p, WRITE_FROM, WRITE_FROM) || waits)
    fprintf(to, "  %s(p%u_pipe);\n", openers[program_pipe(p)], k);
  if (waits) {
    fprintf(to, "  p%u_event = %s;\n", k,
            program_event_is_signals(p) ? "signals_descriptor()" : "eventfd(0, EFD_NONBLOCK)");
    fprintf(to, "  p%u_level = epoll_create1(0); p%u_edge = epoll_create1(0);\n", k, k);
    fprintf(to, "  enter(p%u_level, p%u_pipe[0], 1, EPOLLIN);\n", k, k);
    fprintf(to, "  enter(p%u_level, p%u_event, 2, EPOLLIN);\n", k, k);
    fprintf(to, "  enter(p%u_edge, p%u_pipe[0], 1, EPOLLIN | EPOLLET);\n", k, k);
    fprintf(to, "  enter(p%u_edge, p%u_event, 2, EPOLLIN | EPOLLET);\n", k, k);
    if (program_uses(p, OUTER_NOW, OUTER_EDGE_WAIT)) {
      fprintf(to, "  p%u_outer = epoll_create1(0); p%u_outer_edge = epoll_create1(0);\n", k, k);
      fprintf(to, "  enter(p%u_outer, p%u_level, 1, EPOLLIN);\n", k, k);
      fprintf(to, "  enter(p%u_outer_edge, p%u_level, 1, EPOLLIN | EPOLLET);\n", k, k);
    }
  }
  if (program_uses(p, FILE_READ, FILE_READ) || program_uses(p, READ_INTO, READ_INTO)) {
    fprintf(to, "  { int ends[2]; if (pipe2(ends, O_NONBLOCK)) abort(); p%u_file = ends[0];\n", k);
    fprintf(to, "    char bytes[64]; for (int i = 0; i < 64; i++) bytes[i] = i & 7;\n");
    fprintf(to, "    if (write(ends[1], bytes, 64) != 64) abort(); }\n");
  }
  if (program_uses(p, UMASK, UMASK))
    fprintf(to, "  umask(0);\n");
  if (program_uses(p, OPEN, CLOSE))
    fprintf(to, "  p%u_first = open(\"/dev/null\", O_RDONLY); close(p%u_first);\n", k, k);
}

static void emit_registers(FILE *to) {
  fprintf(to, "((uint64_t)r0 << 6 | r1 << 3 | r2)");
}

static void emit_rounds(FILE *to, const struct program *p, unsigned k, unsigned t) {
  for (unsigned i = 0; i < p->code[t].n; i++)
    retry_emit_function(to, p, k, &p->code[t].at[i]);
}

static void emit_thread(FILE *to, const struct program *p, unsigned k, unsigned t) {
  emit_rounds(to, p, k, t);
  fprintf(to, "static void *p%u_f%u(void *unused) {\n  unsigned r0 = 0, r1 = 0, r2 = 0;\n", k, t);
  if (program_notes(p))
    fprintf(to, "  p%u_me = %u;\n", k, t);
  for (unsigned i = 0; i < p->code[t].n; i++)
    emit_statement(to, p, k, &p->code[t].at[i]);
  fprintf(to, "#line %u\n  (void)r0; (void)r1; (void)r2;\n", 1000 * (k + 1) + 990 + t);
  if (p->by_value[t]) {
    fprintf(to, "  return (void *)(uintptr_t)");
    emit_registers(to);
    fprintf(to, ";\n}\n");
  } else {
    fprintf(to, "  %sp%u_out[%u] = ", program_joins(p, t) ? "" : "if (!unused) return unused;\n  ",
            k, t);
    emit_registers(to);
    fprintf(to, ";\n  return unused;\n}\n");
  }
}

/* Main ends with what the interpreter calls the outcome. */
static void emit_finish(FILE *to, const struct program *p, unsigned k, const struct expected *e) {
  fprintf(to, "#line %u\n  static const uint64_t set[] = {", 1000 * (k + 1) + 990);
  for (unsigned i = 0; i < e->n; i++)
    fprintf(to, "%" PRIu64 "u,", e->outcome[i]);
  fprintf(to, "~UINT64_C(0)};\n  uint64_t got = ");
  emit_registers(to);
  fprintf(to, ";\n");
  for (unsigned t = 1; t < p->threads; t++)
    if (program_joins(p, t))
      fprintf(to, "  got = got << 9 | p%u_out[%u];\n", k, t);
    else
      fprintf(to, "  got = got << 9;\n");
  fprintf(to, "  finish(set, %u, got);\n  return %u;\n}\n", e->n, p->returns);
}

void program_emit(FILE *to, const struct program *p, unsigned k, const struct expected *expected) {
  emit_globals(to, p, k);
  for (unsigned t = 1; t < p->threads; t++)
    emit_thread(to, p, k, t);
  emit_rounds(to, p, k, 0);
  fprintf(to, "static int p%u_main(void) {\n  unsigned r0 = 0, r1 = 0, r2 = 0;\n", k);
  emit_beginning(to, p, k);
  for (unsigned i = 0; i < p->code[0].n; i++)
    emit_statement(to, p, k, &p->code[0].at[i]);
  emit_finish(to, p, k, expected);
}

void emit_tail(FILE *to, unsigned programs) {
  fprintf(to, "static int (*const programs[])(void) = {");
  for (unsigned i = 0; i < programs; i++)
    fprintf(to, "p%u_main, ", i);
  fprintf(to, "};\nint main(int argc, char **argv) {\n"
              "  chosen = argc > 2 ? atoi(argv[2]) : -1;\n"
              "  return programs[argc > 1 ? atoi(argv[1]) : 0]();\n}\n");
}
