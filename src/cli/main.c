/*
 * The command `ravel`. Put together from one table of commands; each has a file of its own.
 *
 *   check    program.c + compile.c make the program, supervise.c has workers search it (worker.c
 *            runs one, memory.c is what is shared with it), record.c makes a trace of what broke
 *   compare  check.c again, with one algorithm after the other; the table is src/report's
 *   resume   the search of `check`, from a file (saved.c)
 *   replay   record.c again, from a trace file; gdb.c runs that in gdb
 *   show     src/report alone
 *   explain  explain.c, with the programs of examples/kinds
 *   cc, c++  cc.c becomes the real compiler
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/limits.h"
#include "cli/message.h"
#include "cli/nearest.h"
#include "cli/options.h"
#include "cli/program.h"
#include "cli/wrap.h"
#include "report/fold.h"
#include "report/trace.h"

struct command {
  const char *name;
  int (*run)(int argc, char **argv);
  unsigned options; /* its FOR_... bit; 0: the options are the compiler's, or there are none */
  const char *arguments;
  const char *summary;
  const char *help;
};

static const struct command commands[] = {
    {"check", command_check, FOR_CHECK, "[options] FILE.c... | PROGRAM [-- arguments]",
     "explore all executions that differ, report what breaks",
     "Compiles C or C++ sources, or takes a program that was built with `ravel cc`, and runs it\n"
     "once for every way its threads can interact. It stops at the first error, and shows and\n"
     "records the schedule that led there.\n\n"
     "  ravel check counter.c\n"
     "  ravel check -O2 -DN=3 queue.c test_queue.c -lm -- --rounds 2\n"
     "  ravel check --keep-going --max-seconds=60 ./test_queue\n\n"
     "Exit status: 0 all executions explored, no error; 1 an error was found; 2 bad usage, or the\n"
     "program cannot be run or does something unsupported; 3 stopped early, or cut by a bound,\n"
     "no error so far.\n"},
    {"replay", command_replay, FOR_REPLAY, "[options] TRACE.json [-- arguments of gdb]",
     "run one recorded schedule again",
     "Runs the program under the recorded schedule and compares each event with the recording.\n"
     "If the program has changed since, follows the schedule as far as it goes: it still fails,\n"
     "or it says where the schedule does not apply any more, and searches near it.\n"
     "With --gdb it then runs in gdb, up to the error: `help ravel` there lists what there is\n"
     "for the threads and the schedule. What follows -- goes to gdb.\n\n"
     "  ravel replay bank.trace.json\n"
     "  ravel replay --gdb bank.trace.json\n"
     "  ravel replay --strict tests/bank.trace.json    # a regression test\n\n"
     "Exit status: 1 the recorded error came up again, or another one; 0 the recorded execution\n"
     "had none, or the changed program no longer fails near it; 2 it cannot be reproduced, or not\n"
     "be run; 3 the search near it was not finished.\n"},
    {"resume", command_resume, FOR_RESUME, "[options] FILE",
     "go on with a search that ravel check --save has saved",
     "Goes on with the same program and the options that it was checked with, and ends with the\n"
     "counts of a search that was never stopped. The search is saved to the same file again.\n"
     "What to write and to show, and when to stop, are said again on this command line.\n\n"
     "  ravel check --save queue.search --max-seconds=60 queue.c\n"
     "  ravel resume queue.search\n\n"
     "Exit status: as of ravel check; 2 also if the program has changed, or the file is damaged\n"
     "or of another version.\n"},
    {"show", command_show, FOR_SHOW, "[options] TRACE.json",
     "a recorded trace as text, as a page or as a picture",
     "Prints what happened and the interleaving that led there. It does not need the program.\n\n"
     "  ravel show queue.trace.json\n"
     "  ravel show --html queue.html queue.trace.json\n"
     "  ravel show --thread T2 --object head queue.trace.json\n"},
    {"compare", command_compare, FOR_COMPARE, "[options] FILE.c... | PROGRAM [-- arguments]",
     "one table over all algorithms, for teaching and papers",
     "Explores the program once with each algorithm, and with the options that explore less:\n"
     "how many executions, blocked ones, events, seconds and how much memory each needs. A search\n"
     "ends with the first error, unless --keep-going is given.\n\n"
     "  ravel compare readers.c\n"
     "  ravel compare --html readers.html -DN=8 readers.c\n"
     "  ravel compare --markdown --max-seconds=60 ./test_queue\n\n"
     "Exit status: 0 every row passes; 1 an error was found; 2 bad usage, or the program cannot "
     "be\n"
     "run or does something unsupported; 3 a row was stopped early, no error so far.\n"},
    {"explain", command_explain, FOR_EXPLAIN, "[options] [KIND]",
     "what a kind of error means, with an example",
     "Says what a kind of error means, shows a small program that has it, and says what to do "
     "about\n"
     "it. Without a kind, lists them.\n\n"
     "  ravel explain data-race\n"
     "  ravel explain --example data-race > example.c\n"},
    {"completion", command_completion, 0, "bash | zsh | fish", "completion for a shell",
     "Prints a script that completes commands, options and their values in a shell. `make "
     "install`\n"
     "installs all three. By hand:\n\n"
     "  source <(ravel completion bash)\n"
     "  ravel completion zsh > ~/.zfunc/_ravel         # a directory of $fpath\n"
     "  ravel completion fish > ~/.config/fish/completions/ravel.fish\n"},
    {"cc", command_cc, 0, "arguments of the C compiler", "compile and link C for `ravel check`",
     "A drop-in C compiler: CC='ravel cc'. It becomes the real one, $RAVEL_CC or cc (gcc or\n"
     "clang), with the flags that instrument the program. The program runs normally by itself.\n"},
    {"c++", command_cxx, 0, "arguments of the C++ compiler", "the same for C++",
     "A drop-in C++ compiler: CXX='ravel c++'. It becomes the real one, $RAVEL_CXX or c++ (gcc or\n"
     "clang), with the flags that instrument the program. The program runs normally by itself.\n"},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static const char *nearest_command(const char *word) {
  const char *names[N_COMMANDS + 1];
  for (size_t i = 0; i < N_COMMANDS; i++)
    names[i] = commands[i].name;
  names[N_COMMANDS] = "help";
  return nearest_name(word, names, N_COMMANDS + 1);
}

static const struct command *find_command(const char *name) {
  for (size_t i = 0; i < N_COMMANDS; i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

bool command_info(uint32_t i, struct command_info *info) {
  if (i >= N_COMMANDS)
    return false;
  *info = (struct command_info){commands[i].name, commands[i].summary, commands[i].options};
  return true;
}

const char *command_with(unsigned options) {
  size_t i = 0;
  while (i + 1 < N_COMMANDS && !(commands[i].options & options))
    i++;
  return commands[i].name;
}

static int print(struct buffer *text) {
  fold_lines(text, 0, terminal_width(stdout));
  const int status = stream_write(1, text) ? STATUS_PASS : STATUS_USAGE;
  buffer_free(text);
  return status;
}

/* Paragraphs fill their lines; indented ones are commands, and stay as they are. */
static void put_help(const char *text, struct buffer *out) {
  while (*text) {
    const char *end = strstr(text, "\n\n");
    const size_t length = end ? (size_t)(end + 2 - text) : strlen(text);
    struct buffer paragraph = {0};
    buffer_add(&paragraph, text, length);
    if (*text == ' ')
      buffer_puts(out, buffer_text(&paragraph));
    else
      wrap(buffer_text(&paragraph), 0, out);
    if (*text != ' ' && end)
      buffer_putc(out, '\n');
    buffer_free(&paragraph);
    text += length;
  }
}

static int overview(void) {
  struct buffer out = {0};
  put_help("ravel " RAVEL_VERSION
           ": runs a multithreaded C or C++ program once for every way its threads can really "
           "interact, until it has found the schedule that breaks it or shown that none exists\n\n",
           &out);
  for (size_t i = 0; i < N_COMMANDS; i++)
    buffer_printf(&out, "  ravel %-10s  %s\n", commands[i].name, commands[i].summary);
  buffer_puts(&out, "\nTry:      ravel check program.c, or just ravel program.c\n"
                    "Options:  ravel help COMMAND\n"
                    "Manual:   man ravel, man ravel-check, doc/manual.md\n");
  return print(&out);
}

static int complain_about_command(const char *name) {
  const int dashes = (int)strspn(name, "-");
  const char *nearest = nearest_command(name + dashes);
  if (error_kind_number(name) < ERROR_KINDS)
    return complain("'%s' is a kind of error: ravel explain %s", name, name);
  if (!nearest)
    return complain("unknown command '%s'; see ravel --help", name);
  return complain("unknown command '%s'; did you mean %.*s%s? See ravel --help", name, dashes, name,
                  nearest);
}

int command_help(const char *name) {
  const struct command *command = find_command(name);
  if (!command)
    return complain_about_command(name);
  struct buffer out = {0};
  buffer_printf(&out, "ravel %s %s\n\n", command->name, command->arguments);
  put_help(command->help, &out);
  if (command->options) {
    buffer_putc(&out, '\n');
    options_help(command->options, &out);
  }
  return print(&out);
}

static const char *own_name(const char *self) {
  const char *slash = strrchr(self, '/');
  return slash ? slash + 1 : self;
}

/* A build system may want one word for a compiler: links named ravel-cc and ravel-c++ are one. */
static const struct command *command_by_own_name(const char *self) {
  return strncmp(own_name(self), "ravel-", 6) == 0 ? find_command(own_name(self) + 6) : NULL;
}

/* Before it has a large frame on its stack. */
static int run_command(const struct command *command, int argc, char **argv) {
  const bool runs_programs = command->options & (FOR_CHECK | FOR_REPLAY | FOR_COMPARE);
  return runs_programs && !limits_suffice() ? STATUS_USAGE : command->run(argc, argv);
}

static bool is_file(const char *word) {
  return is_source(word) || access(word, F_OK) == 0;
}

/* `ravel bank.c` means `ravel check bank.c`, and so does `ravel -O2 bank.c`. */
static bool is_to_be_checked(int argc, char **argv) {
  int i = 1;
  while (i < argc - 1 && argv[i][0] == '-' && strcmp(argv[i], "--"))
    i++;
  return is_file(argv[i]);
}

static int without_command(int argc, char **argv) {
  const char *dot = strrchr(argv[1], '.');
  if (dot && strcmp(dot, ".json") == 0)
    return complain("what about '%s'? ravel show reads a trace, ravel replay runs it again",
                    argv[1]);
  return is_to_be_checked(argc, argv) ? run_command(find_command("check"), argc - 1, argv + 1)
                                      : complain_about_command(argv[1]);
}

int ravel(int argc, char **argv) {
  const struct command *command = argc > 0 ? command_by_own_name(argv[0]) : NULL;
  if (command)
    return run_command(command, argc - 1, argv + 1);
  if (argc > 0 && strcmp(own_name(argv[0]), "as") == 0)
    return command_as(argc - 1, argv + 1);
  const char *name = argc > 1 ? argv[1] : "";
  if (argc < 2) {
    overview();
    return STATUS_USAGE;
  }
  if (!strcmp(name, "--version") || !strcmp(name, "version"))
    return puts("ravel " RAVEL_VERSION) < 0 || fflush(stdout) ? STATUS_USAGE : STATUS_PASS;
  if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"))
    return argc > 2 ? command_help(argv[2]) : overview();
  if (!strcmp(name, "gdb-worker"))
    return command_gdb_worker(argc - 2, argv + 2);
  if (!strcmp(name, "inside"))
    return limits_suffice() ? command_inside(argc - 2, argv + 2) : STATUS_USAGE;
  command = find_command(name);
  return command ? run_command(command, argc - 2, argv + 2) : without_command(argc, argv);
}
