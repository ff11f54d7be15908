/*
 * `ravel completion SHELL`: a script that completes commands, options and their values in that
 * shell. It is made from the tables of commands and options, so it knows what this command knows.
 */
#include <string.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/options.h"
#include "report/trace.h"

/* --- what is completed ----------------------------------------------------------------------- */

/* All values that the option knows by name, or nothing. */
static void put_values(const struct option_info *option, struct buffer *out) {
  for (uint32_t i = 0; option->value_name && option->value_name(i); i++)
    buffer_printf(out, "%s%s", i ? " " : "", option->value_name(i));
}

static void put_kinds(struct buffer *out) {
  for (uint32_t i = 0; error_kind_name(i); i++)
    buffer_printf(out, "%s%s", i ? " " : "", error_kind_name(i));
}

static void put_commands(struct buffer *out) {
  struct command_info command;
  for (uint32_t i = 0; command_info(i, &command); i++)
    buffer_printf(out, "%s ", command.name);
  buffer_puts(out, "help");
}

static bool is_named(const struct option_info *option) {
  return option->value_name && option->value_name(0);
}

static bool wants_file(const struct option_info *option) {
  return option->argument && strcmp(option->argument, "FILE") == 0;
}

/* What follows a command that is no option: the names of kinds, commands or shells, or files. */
static bool put_words(const char *command, struct buffer *out) {
  if (strcmp(command, "explain") == 0)
    put_kinds(out);
  else if (strcmp(command, "help") == 0)
    put_commands(out);
  else if (strcmp(command, "completion") == 0)
    buffer_puts(out, "bash zsh fish");
  else
    return false;
  return true;
}

/* In single quotes: `special` characters get a backslash. */
static void put_quoted(const char *text, const char *special, struct buffer *out) {
  for (; *text; text++)
    if (*text == '\'')
      buffer_puts(out, "'\\''");
    else
      buffer_printf(out, strchr(special, *text) ? "\\%c" : "%c", *text);
}

/* --- bash ------------------------------------------------------------------------------------ */

/* What bash takes for words are separated by "=", too. */
static const char bash_begin[] =
    "# Completion of ravel for bash, made by `ravel completion bash`.\n"
    "_ravel() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "  local command=${COMP_WORDS[1]} options= words= i\n"
    "  COMPREPLY=()\n"
    "  for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "    [[ ${COMP_WORDS[i]} == -- ]] && return\n"
    "  done\n"
    "  if [[ $word == = ]]; then\n"
    "    word=\n"
    "  elif [[ $option == = ]]; then\n"
    "    option=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "  fi\n"
    "  case $option in\n";

static const char bash_end[] = "  if ((COMP_CWORD == 1)); then\n"
                               "    words=$commands\n"
                               "  fi\n"
                               "  if [[ $word == -* ]]; then\n"
                               "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                               "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
                               "  elif [[ $words ]]; then\n"
                               "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                               "  fi\n"
                               "}\n"
                               "complete -o default -F _ravel ravel\n";

static void bash(struct buffer *out) {
  struct option_info option;
  struct command_info command;
  buffer_puts(out, bash_begin);
  for (uint32_t i = 0; option_info(i, &option); i++)
    if (option.argument) {
      buffer_printf(out, "  --%s)\n    COMPREPLY=(", option.name);
      if (is_named(&option)) {
        buffer_puts(out, "$(compgen -W \"");
        put_values(&option, out);
        buffer_puts(out, "\" -- \"$word\")");
      } else if (wants_file(&option)) {
        buffer_puts(out, "$(compgen -f -- \"$word\")");
      }
      buffer_puts(out, ")\n    return\n    ;;\n");
    }
  buffer_puts(out, "  esac\n  local commands=\"");
  put_commands(out);
  buffer_puts(out, "\"\n  case $command in\n");
  for (uint32_t i = 0; command_info(i, &command); i++) {
    buffer_printf(out, "  %s)\n    options=\"", command.name);
    for (uint32_t k = 0; option_info(k, &option); k++)
      if (option.commands & command.options)
        buffer_printf(out, "--%s%s ", option.name, option.argument && !option.optional ? "=" : "");
    buffer_puts(out, "\"\n    words=\"");
    put_words(command.name, out);
    buffer_puts(out, "\"\n    ;;\n");
  }
  buffer_puts(out, "  help)\n    words=$commands\n    ;;\n"
                   "  -*)\n    options=\"--help --version\"\n    ;;\n  esac\n");
  buffer_puts(out, bash_end);
}

/* --- zsh ------------------------------------------------------------------------------------- */

static void zsh_option(const struct option_info *option, struct buffer *out) {
  buffer_printf(out, "      '--%s%s[", option->name,
                !option->argument  ? ""
                : option->optional ? "=-"
                                   : "=");
  put_quoted(option->help, "[]:\\", out);
  buffer_putc(out, ']');
  if (option->argument) {
    buffer_printf(out, "%s%s:", option->optional ? "::" : ":", option->argument);
    if (is_named(option)) {
      buffer_putc(out, '(');
      put_values(option, out);
      buffer_putc(out, ')');
    } else if (wants_file(option)) {
      buffer_puts(out, "_files");
    } else {
      buffer_putc(out, ' ');
    }
  }
  buffer_puts(out, "' \\\n");
}

static void zsh_command(const struct command_info *command, struct buffer *out) {
  struct option_info option;
  buffer_printf(out, "  %s)\n    _arguments \\\n", command->name);
  for (uint32_t i = 0; option_info(i, &option); i++)
    if (option.commands & command->options)
      zsh_option(&option, out);
  buffer_puts(out, "      '*:word:");
  struct buffer words = {0};
  if (put_words(command->name, &words))
    buffer_printf(out, "(%s)'", buffer_text(&words));
  else
    buffer_puts(out, "_files'");
  buffer_free(&words);
  buffer_puts(out, "\n    ;;\n");
}

static void zsh(struct buffer *out) {
  struct command_info command;
  buffer_puts(out,
              "#compdef ravel\n# Completion of ravel for zsh, made by `ravel completion zsh`.\n"
              "_ravel() {\n  local -a commands=(\n");
  for (uint32_t i = 0; command_info(i, &command); i++) {
    buffer_printf(out, "    '%s:", command.name);
    put_quoted(command.summary, ":\\", out);
    buffer_puts(out, "'\n");
  }
  buffer_puts(out, "    'help:the options of a command'\n  )\n"
                   "  if ((CURRENT == 2)); then\n    _describe command commands\n    _files\n"
                   "    return\n  fi\n"
                   "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n"
                   "  case $command in\n");
  for (uint32_t i = 0; command_info(i, &command); i++)
    zsh_command(&command, out);
  zsh_command(&(struct command_info){.name = "help"}, out);
  buffer_puts(out, "  *)\n    _files\n    ;;\n  esac\n}\n_ravel \"$@\"\n");
}

/* --- fish ------------------------------------------------------------------------------------ */

static void fish_option(const char *command, const struct option_info *option, struct buffer *out) {
  buffer_printf(out, "complete -c ravel -n '__fish_seen_subcommand_from %s' -l %s", command,
                option->name);
  if (is_named(option)) {
    buffer_puts(out, " -x -a '");
    put_values(option, out);
    buffer_putc(out, '\'');
  } else if (option->argument && !option->optional) {
    buffer_puts(out, wants_file(option) ? " -r" : " -x");
  }
  buffer_puts(out, " -d '");
  put_quoted(option->help, "\\", out);
  buffer_puts(out, "'\n");
}

static void fish_command(const char *name, const char *summary, struct buffer *out) {
  struct buffer words = {0};
  buffer_printf(out, "complete -c ravel -n __fish_use_subcommand -a '%s' -d '", name);
  put_quoted(summary, "\\", out);
  buffer_puts(out, "'\n");
  if (put_words(name, &words))
    buffer_printf(out, "complete -c ravel -f -n '__fish_seen_subcommand_from %s' -a '%s'\n", name,
                  buffer_text(&words));
  buffer_free(&words);
}

static void fish(struct buffer *out) {
  struct command_info command;
  struct option_info option;
  buffer_puts(out, "# Completion of ravel for fish, made by `ravel completion fish`.\n");
  for (uint32_t i = 0; command_info(i, &command); i++) {
    fish_command(command.name, command.summary, out);
    for (uint32_t k = 0; option_info(k, &option); k++)
      if (option.commands & command.options)
        fish_option(command.name, &option, out);
  }
  fish_command("help", "the options of a command", out);
}

/* --- the command ----------------------------------------------------------------------------- */

int command_completion(int argc, char **argv) {
  static const struct {
    const char *shell;
    void (*write)(struct buffer *out);
  } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
  if (argc == 1 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0))
    return command_help("completion");
  for (size_t i = 0; argc == 1 && i < sizeof shells / sizeof *shells; i++)
    if (strcmp(argv[0], shells[i].shell) == 0) {
      struct buffer out = {0};
      shells[i].write(&out);
      const bool good = stream_write(1, &out);
      buffer_free(&out);
      return good ? STATUS_PASS : STATUS_USAGE;
    }
  return complain("ravel completion wants the name of a shell: bash, zsh or fish");
}
