/*
 * Handlers run in the order of libc: those that the program registered, the last one first; then
 * the destructors of its modules, where each module also has the handlers run that it registered
 * while it was loaded. What is about to run is taken off its list first: a handler that calls exit
 * goes on with the rest.
 */
#define _GNU_SOURCE
#include "runtime/handlers.h"

#include <link.h>
#include <stdlib.h>

#include "ravel_operations.h"
#include "runtime/checkpoint.h"
#include "runtime/real.h"
#include "runtime/restore.h"
#include "runtime/state.h"

enum { MAX_HANDLERS = 4096, MAX_DESTRUCTORS = 1024 };

struct handler {
  void (*function)(void *);
  void *argument;
  void *module;
  bool takes_status; /* registered with on_exit: function(status, argument) */
  bool has_run;
};

struct handlers {
  struct handler list[MAX_HANDLERS];
  uint32_t n;
  uint32_t initial; /* those that constructors registered: they stay for every execution */
};

static struct handlers at_exit, at_quick;
static uint32_t of_libraries; /* how many of `at_exit` are run by the destructors of libraries */

typedef void destructor(void);

static struct {
  destructor *list[MAX_DESTRUCTORS]; /* in the order they run */
  uint32_t n;
  bool some; /* more than what the compiler puts into every module */
  bool loads;
} destructors;

KEPT static struct {
  uint32_t ending;    /* enum ending */
  uint32_t destroyed; /* how many destructors have run */
  void (*last)(void); /* runs before all of them (ravel_runtime_at_end()); NULL: nothing */
} state;

/* --- destructors ---------------------------------------------------------------------------------
 */

static void destructor_add(destructor *function) {
  if (destructors.n < MAX_DESTRUCTORS)
    destructors.list[destructors.n++] = function;
}

/* The first entry of every module is the compiler's own: it calls __cxa_finalize(). */
static int destructors_of_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  destructor *const *functions = NULL, *last = NULL;
  size_t n = 0;
  for (; entry && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_FINI_ARRAY)
      functions = (destructor *const *)(info->dlpi_addr + entry->d_un.d_ptr);
    else if (entry->d_tag == DT_FINI_ARRAYSZ)
      n = entry->d_un.d_val / sizeof *functions;
    else if (entry->d_tag == DT_FINI)
      last = (destructor *)(info->dlpi_addr + entry->d_un.d_ptr);
  if (is_system_library(info->dlpi_name))
    return 0;
  destructors.some |= n > 1;
  while (n > 0)
    destructor_add(functions[--n]);
  if (last)
    destructor_add(last);
  return 0;
}

static void destructors_find(void) {
  destructors.n = 0;
  destructors.some = false;
  dl_iterate_phdr(destructors_of_module, NULL);
}

static void destructors_run(void) {
  while (destructors.some && state.destroyed < destructors.n)
    destructors.list[state.destroyed++]();
}

/* --- handlers ------------------------------------------------------------------------------------
 */

static void handler_run(struct handler *handler) {
  if (handler->has_run)
    return;
  handler->has_run = true;
  if (handler->takes_status)
    ((void (*)(int, void *))(void *)handler->function)(rt.exit_status, handler->argument);
  else
    handler->function(handler->argument);
}

static void handlers_run_down_to(struct handlers *handlers, uint32_t n) {
  while (handlers->n > n)
    handler_run(&handlers->list[--handlers->n]);
}

static void run_last(void) {
  void (*const last)(void) = state.last;
  state.last = NULL;
  if (last)
    last();
}

void handlers_run(void) {
  switch ((enum ending)state.ending) {
  case ENDING_BY_EXIT:
    run_last();
    handlers_run_down_to(&at_exit, of_libraries);
    if (destructors.loads && state.destroyed == 0)
      destructors_find();
    destructors_run();
    handlers_run_down_to(&at_exit, 0);
    break;
  case ENDING_QUICKLY:
    handlers_run_down_to(&at_quick, 0);
    break;
  case ENDING_AT_ONCE:
    break;
  }
}

bool handlers_exist(void) {
  switch ((enum ending)state.ending) {
  case ENDING_BY_EXIT:
    return state.last || at_exit.n > 0 || destructors.some || destructors.loads;
  case ENDING_QUICKLY:
    return at_quick.n > 0;
  case ENDING_AT_ONCE:
    break;
  }
  return false;
}

bool handlers_may_run_beside_threads(void) {
  return handlers_exist() && !state.last;
}

EXPORT void ravel_runtime_at_end(void (*function)(void)) {
  state.last = function;
}

/* The place is that of the list: the order in which two threads add to it is the order in which
 * they run. */
static int handler_add(struct handlers *handlers, enum shared_state list, struct handler handler,
                       uint64_t pc) {
  if (rt.current)
    state_access(state_place(list, 0), RV_READ | RV_WRITE, pc);
  if (handlers->n == MAX_HANDLERS)
    return -1;
  handlers->list[handlers->n++] = handler;
  return 0;
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module);
EXPORT int __cxa_atexit(void (*function)(void *), void *argument, void *module) {
  if (!rt.worker || in_libc(CALLER))
    return REAL(__cxa_atexit)(function, argument, module);
  return handler_add(&at_exit, STATE_EXIT_HANDLERS,
                     (struct handler){.function = function, .argument = argument, .module = module},
                     CALLER);
}

EXPORT int on_exit(void (*function)(int, void *), void *argument) {
  if (!rt.worker)
    return REAL(on_exit)(function, argument);
  return handler_add(&at_exit, STATE_EXIT_HANDLERS,
                     (struct handler){.function = (void (*)(void *))(void *)function,
                                      .argument = argument,
                                      .takes_status = true},
                     CALLER);
}

int __cxa_at_quick_exit(void (*function)(void *), void *module);
EXPORT int __cxa_at_quick_exit(void (*function)(void *), void *module) {
  if (!rt.worker)
    return REAL(__cxa_at_quick_exit)(function, module);
  return handler_add(&at_quick, STATE_QUICK_EXIT_HANDLERS,
                     (struct handler){.function = function, .module = module}, CALLER);
}

/* Called when a module is unloaded, and by the destructors of every module. */
void __cxa_finalize(void *module);
EXPORT void __cxa_finalize(void *module) {
  if (!rt.worker) {
    REAL(__cxa_finalize)(module);
    return;
  }
  for (uint32_t i = at_exit.n; i-- > 0;)
    if (!at_exit.list[i].has_run && (!module || at_exit.list[i].module == module)) {
      handler_run(&at_exit.list[i]);
      i = at_exit.n; /* it may have registered others */
    }
}

/* --- executions ----------------------------------------------------------------------------------
 */

void handlers_of_libraries_end(void) {
  of_libraries = at_exit.n;
}

void handlers_snapshot(bool loads) {
  at_exit.initial = at_exit.n;
  at_quick.initial = at_quick.n;
  destructors.loads = loads;
  destructors_find();
}

static void list_reset(struct handlers *handlers) {
  handlers->n = handlers->initial;
  for (uint32_t i = 0; i < handlers->n; i++)
    handlers->list[i].has_run = false;
}

/* As after list_reset(), an empty list is no piece. */
static void list_pieces(struct handlers *handlers) {
  if (handlers->n == 0 && handlers->initial == 0)
    return;
  checkpoint_piece(&handlers->n, sizeof handlers->n);
  checkpoint_piece(handlers->list, handlers->n * sizeof *handlers->list);
}

void handlers_reset(void) {
  list_reset(&at_exit);
  list_reset(&at_quick);
  state.ending = ENDING_BY_EXIT;
  state.destroyed = 0;
  state.last = NULL;
}

void handlers_pieces(void) {
  list_pieces(&at_exit);
  list_pieces(&at_quick);
}

void handlers_begin(enum ending ending) {
  state.ending = ending;
}

enum ending handlers_ending(void) {
  return (enum ending)state.ending;
}
