#define _GNU_SOURCE
#include "cli/remote.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_id.h"
#include "cli/message.h"
#include "cli/remote_bytes.h"
#include "cli/signals.h"

const struct transport *transport;

extern char **environ;

enum { TICK_MILLISECONDS = 1 };

/* What goes to a member, and what comes from one. */
enum {
  REMOTE_PROGRAM, /* the binary, its name, arguments and environment */
  REMOTE_START,   /* the memory */
  REMOTE_ANSWER,  /* to what was asked */
  REMOTE_WISHES,  /* stop, wanted, dropped */
  REMOTE_DISMISS,
  REMOTE_ASKS,
  REMOTE_ENDED, /* its supervisor: how, and the memory */
};

uint32_t remote_members(void) {
  return transport ? transport->others : 0;
}

static void remote_send(uint32_t to, struct buffer *message) {
  transport->send(to, message->text, message->length);
  buffer_free(message);
}

/* --- here: the mirror ------------------------------------------------------------------------- */

/* The binary goes to each member once. */
static void send_program(uint32_t to, const struct program *program, bool stdout_is_ours) {
  static uint32_t told;
  if (to <= told)
    return;
  told = to;
  struct buffer message = {0};
  struct stat about;
  put_number(&message, REMOTE_PROGRAM);
  put_bytes(&message, build_id, BUILD_ID_SIZE);
  put_number(&message, (uint64_t)program->fd);
  put_number(&message, stdout_is_ours);
  put_text(&message, program->about.name);
  put_number(&message, program->about.n_args);
  for (uint32_t i = 0; i < program->about.n_args; i++)
    put_text(&message, program->about.args[i]);
  uint64_t n = 0;
  while (environ[n])
    n++;
  put_number(&message, n);
  for (uint64_t i = 0; i < n; i++)
    put_text(&message, environ[i]);
  const uint64_t size = fstat(program->fd, &about) == 0 ? (uint64_t)about.st_size : 0;
  char *const binary = must_alloc(size + 1);
  put_bytes(&message, binary, pread(program->fd, binary, size, 0) == (ssize_t)size ? size : 0);
  free(binary);
  remote_send(to, &message);
}

void remote_start(struct team *team, uint32_t i, const struct program *program,
                  const struct watch *watch) {
  struct member *const member = &team->members[i];
  struct buffer message = {0};
  send_program(member->remote, program, watch->stdout_is_ours);
  put_number(&message, REMOTE_START);
  put_shared(&message, member->memory.shared);
  remote_send(member->remote, &message);
  member->supervisor = 1;
  member->asked = member->has_ended = false;
  member->wishes = 0;
}

static void take_question(struct member *member, struct reader *from) {
  struct shared *const shared = member->memory.shared;
  const struct rv_flat own = take_flat(from), stats = take_flat(from), piece = take_flat(from);
  if (from->bad || own.n != sizeof shared->member || stats.n != sizeof shared->stats)
    return;
  memcpy(&shared->stats, stats.at, stats.n);
  memcpy(&shared->member, own.at, own.n);
  shared->member.command = getpid();
  put_piece(&member->memory, piece);
  member->asked = true;
}

static void take_end(struct member *member, struct reader *from) {
  member->status = (int)take_number(from);
  member->has_ended = true;
  take_shared(from, member->memory.shared);
  const struct rv_flat schedules = take_flat(from);
  struct part part =
      memory_schedule(&member->memory, 0, schedules.n / sizeof(struct shared_choice));
  if (part.first)
    memcpy(part.first, schedules.at, schedules.n);
  part_free(&part);
}

void remote_listen(struct team *team) {
  struct buffer message = {0};
  uint32_t rank;
  while (transport && transport->receive(&rank, &message)) {
    struct reader from = {message.text, message.length, false};
    struct member *const member = rank < team->n ? &team->members[rank] : NULL;
    const uint64_t kind = take_number(&from);
    if (member && kind == REMOTE_ASKS)
      take_question(member, &from);
    if (member && kind == REMOTE_ENDED)
      take_end(member, &from);
    message.length = 0;
  }
  buffer_free(&message);
}

static void send_answer(struct member *member) {
  const struct shared *const shared = member->memory.shared;
  struct buffer message = {0};
  put_number(&message, REMOTE_ANSWER);
  put_bytes(&message, (const char *)&shared->member, sizeof shared->member);
  put_bytes(&message, (const char *)shared->threads, shared->n_threads * sizeof *shared->threads);
  struct part piece = memory_piece(&member->memory, shared->piece_size);
  put_bytes(&message, piece.first, piece.first ? shared->piece_size : 0);
  part_free(&piece);
  remote_send(member->remote, &message);
  member->asked = false;
}

void remote_reply(struct team *team) {
  for (uint32_t i = 0; i < team->n; i++) {
    struct member *const member = &team->members[i];
    const struct shared *const shared = member->memory.shared;
    if (!member->remote || !member->supervisor)
      continue;
    const uint32_t wishes = (shared->stop != 0) | (shared->member.wanted != 0) << 1 |
                            (shared->member.dropped != 0) << 2;
    if (wishes != member->wishes) {
      struct buffer message = {0};
      put_number(&message, REMOTE_WISHES);
      put_number(&message, wishes);
      remote_send(member->remote, &message);
      member->wishes = wishes;
    }
    if (member->asked && !shared->member.asked)
      send_answer(member);
  }
}

void remote_dismiss(void) {
  for (uint32_t i = 1; i <= remote_members(); i++) {
    struct buffer message = {0};
    put_number(&message, REMOTE_DISMISS);
    remote_send(i, &message);
  }
}

/* --- there: the member ------------------------------------------------------------------------ */

static struct {
  struct program program;
  struct watch watch;
  struct memory memory;
  pid_t supervisor;
  bool asked; /* and there is no answer yet */
} self;

static const char *take_name(struct reader *from) {
  const struct rv_flat text = take_flat(from);
  return text.n ? strdup((const char *)text.at) : "";
}

/* The same descriptor, and the same environment: what the system puts on a program's stack is the
 * same in every process then. */
static void take_program(struct reader *from) {
  const struct rv_flat build = take_flat(from);
  if (build.n != BUILD_ID_SIZE || memcmp(build.at, build_id, build.n) != 0) {
    complain("the processes of this job are of different builds of Ravel");
    exit(STATUS_USAGE);
  }
  struct program *const program = &self.program;
  const int fd = (int)take_number(from);
  self.watch.stdout_is_ours = take_number(from);
  program->about.name = take_name(from);
  program->about.n_args = (uint32_t)take_number(from);
  const char **const args = must_alloc((program->about.n_args + 1) * sizeof *args);
  for (uint32_t i = 0; i < program->about.n_args; i++)
    args[i] = take_name(from);
  program->about.args = args;
  const uint64_t n = take_number(from);
  environ = must_alloc((n + 1) * sizeof *environ);
  for (uint64_t i = 0; i < n; i++)
    environ[i] = (char *)take_name(from);
  environ[n] = NULL;
  const struct rv_flat binary = take_flat(from);
  const int file = memfd_create("program", MFD_CLOEXEC);
  if (write(file, binary.at, binary.n) != (ssize_t)binary.n) {
    complain("no memory for the program");
    exit(STATUS_USAGE);
  }
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file); /* what is open for writing is not run */
  const int again = open(path, O_RDONLY | O_CLOEXEC);
  close(file);
  program->fd = dup3(again, fd, O_CLOEXEC) == fd ? fd : again;
  program->input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  snprintf(program->path, sizeof program->path, "/proc/%d/fd/%d", (int)getpid(), program->fd);
}

static void take_start(struct reader *from) {
  static const struct request none;
  if (!self.memory.shared && !memory_new(&self.memory, &none))
    exit(STATUS_USAGE);
  take_shared(from, self.memory.shared);
  self.memory.shared->member.command = getpid();
  self.asked = false;
  self.supervisor = team_start_supervisor(&self.program, &self.memory, &self.watch);
}

static void take_answer(struct reader *from) {
  struct shared *const shared = self.memory.shared;
  const struct rv_flat own = take_flat(from), threads = take_flat(from), piece = take_flat(from);
  struct shared_member member;
  if (from->bad || own.n != sizeof member || threads.n > sizeof shared->threads)
    return;
  memcpy(&member, own.at, own.n);
  memcpy(shared->threads, threads.at, threads.n);
  shared->n_threads = (uint32_t)(threads.n / sizeof *shared->threads);
  put_piece(&self.memory, piece);
  shared->member.about = member.about;
  shared->member.answer = member.answer;
  if (!member.task)
    shared->member.task = 0;
  self.asked = false;
  team_wake(&shared->member);
}

static void take_wishes(struct reader *from) {
  struct shared *const shared = self.memory.shared;
  const uint64_t wishes = take_number(from);
  shared->stop = wishes & 1;
  shared->member.wanted = wishes >> 1 & 1;
  shared->member.dropped = wishes >> 2 & 1;
}

static void send_question(void) {
  const struct shared *const shared = self.memory.shared;
  struct buffer message = {0};
  put_number(&message, REMOTE_ASKS);
  put_bytes(&message, (const char *)&shared->member, sizeof shared->member);
  put_bytes(&message, (const char *)&shared->stats, sizeof shared->stats);
  struct part piece = memory_piece(&self.memory, shared->piece_size);
  put_bytes(&message, piece.first, piece.first ? shared->piece_size : 0);
  part_free(&piece);
  remote_send(0, &message);
  self.asked = true;
}

static void send_end(int status) {
  const struct shared *const shared = self.memory.shared;
  struct buffer message = {0};
  put_number(&message, REMOTE_ENDED);
  put_number(&message, (uint64_t)status);
  put_shared(&message, shared);
  struct part schedules = memory_schedule(&self.memory, 0, shared->schedules_used);
  put_bytes(&message, schedules.first,
            schedules.first ? shared->schedules_used * sizeof(struct shared_choice) : 0);
  part_free(&schedules);
  remote_send(0, &message);
  self.supervisor = 0;
}

static void look_at_worker(void) {
  int status;
  if (!self.asked && __atomic_load_n(&self.memory.shared->member.asked, __ATOMIC_SEQ_CST))
    send_question();
  if (waitpid(self.supervisor, &status, WNOHANG) == self.supervisor)
    send_end(status);
}

int remote_serve(void) {
  signals_init();
  struct buffer message = {0};
  for (;;) {
    uint32_t rank;
    while (transport->receive(&rank, &message)) {
      struct reader from = {message.text, message.length, false};
      switch (take_number(&from)) {
      case REMOTE_PROGRAM:
        take_program(&from);
        break;
      case REMOTE_START:
        take_start(&from);
        break;
      case REMOTE_ANSWER:
        take_answer(&from);
        break;
      case REMOTE_WISHES:
        take_wishes(&from);
        break;
      default:
        buffer_free(&message);
        if (self.supervisor)
          kill(self.supervisor, SIGKILL);
        return STATUS_PASS;
      }
      message.length = 0;
    }
    if (self.supervisor)
      look_at_worker();
    signals_wait(TICK_MILLISECONDS, -1, -1);
  }
}
