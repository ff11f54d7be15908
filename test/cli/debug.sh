# Debug information in all the forms that compilers write it in: lines, inlined functions, variables
# and types are read from each.

cat >"$scratch/debug.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct part { atomic_int left, right; };
struct whole { char name[8]; struct part parts[2]; };
struct worker { unsigned ready : 1, done : 1; unsigned flags : 6; pthread_mutex_t lock; atomic_int jobs; };
struct whole things[2];
static struct worker workers[2] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};
static inline __attribute__((always_inline)) void step(int to) {
  things[1].parts[1].right = to;
}
static void *run(void *arg) {
  step(7);
  pthread_mutex_lock(&workers[1].lock);
  workers[1].jobs = 2;
  pthread_mutex_unlock(&workers[1].lock);
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, run, NULL);
  pthread_join(a, NULL);
  assert(things[1].parts[1].right == 1);
  return 0;
}
END

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  for flags in -gdwarf-4 -gdwarf-5 -gz "-gdwarf-4 -fdebug-types-section" \
    "-gdwarf-5 -fdebug-types-section" "-gdwarf-4 -gsplit-dwarf" "-gdwarf-5 -gsplit-dwarf" -O1; do
    begin "$compiler $flags: lines, inlined functions, elements, members and bit-fields"
    cp "$scratch/debug.c" .
    run 0 env RAVEL_CC=$compiler "$RAVEL" cc debug.c -o debug $flags
    run 1 "$RAVEL" check ./debug
    prints "writes things\[1\].parts\[1\].right = 7  *debug.c:10 "
    prints "  locks workers\[1\].lock  *debug.c:14 "
    prints "writes workers\[1\].jobs = 2  *debug.c:15 "
    prints "  at debug.c:23 in main, thread main"
    end
  done

  begin "$compiler: what was split off into a file beside the program is found"
  cp "$scratch/debug.c" .
  run 0 env RAVEL_CC=$compiler "$RAVEL" cc debug.c -o debug
  run 0 objcopy --only-keep-debug debug debug.debug
  run 0 objcopy --strip-debug --add-gnu-debuglink=debug.debug debug
  run 1 "$RAVEL" check ./debug
  prints "writes things\[1\].parts\[1\].right = 7  *debug.c:10 "
  end

  begin "$compiler: a race in an inlined function has its caller on the stack"
  cat >inlined.c <<'END'
#include <pthread.h>
int count;
static inline __attribute__((always_inline)) void bump(int by) {
  count += by;
}
static void *run(void *arg) {
  bump(1);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
END
  for flags in "-O1" "-O1 -gsplit-dwarf"; do
    run 0 env RAVEL_CC=$compiler "$RAVEL" cc inlined.c -o inlined $flags
    run 1 "$RAVEL" check ./inlined
    prints "#0 bump at inlined.c:4"
    prints "#1 run at inlined.c:7"
  done
  end
done

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  begin "$compiler: a module that is loaded by dlopen has lines, variables and their parts"
  cat >plugin.c <<'END'
#include <stdatomic.h>
struct state { int unused; atomic_int hits[2]; };
struct state state;
void plugin_run(void) {
  state.hits[1] = 5;
}
END
  cat >host.c <<'END'
#include <assert.h>
#include <dlfcn.h>
int main(void) {
  void *plugin = dlopen("./plugin.so", RTLD_NOW);
  void (*run)(void) = (void (*)(void))dlsym(plugin, "plugin_run");
  run();
  assert(plugin == 0);
  return 0;
}
END
  run 0 env RAVEL_CC=$compiler "$RAVEL" cc -shared -fPIC plugin.c -o plugin.so
  run 0 env RAVEL_CC=$compiler "$RAVEL" cc host.c -o host
  run 1 "$RAVEL" check ./host
  prints "writes state.hits\[1\] = 5  *plugin.c:5  state.hits"
  end

  begin "$compiler: variables of C++ have their names, with fields, in namespaces and classes"
  cat >fields.cc <<'END'
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
struct base { std::atomic<int> inherited; };
struct counter : base { int other; std::atomic<int> hits; std::mutex lock; };
namespace app { namespace { counter hidden; } counter all[2]; struct owner { static counter of_class; }; counter owner::of_class; }
counter single;
static void worker() {
  single.hits = 1;
  single.inherited = 2;
  app::hidden.hits = 3;
  app::owner::of_class.hits = 4;
  std::lock_guard<std::mutex> guard(app::all[1].lock);
  static counter mine;
  mine.hits = 5;
}
int main() {
  std::thread t(worker);
  t.join();
  assert(single.hits == 3);
}
END
  run 1 "$RAVEL" check fields.cc --cc=$compiler
  prints "writes single.hits = 1  *fields.cc:10 "
  prints "writes single.inherited = 2  *fields.cc:11 "
  prints "writes app::hidden.hits = 3  *fields.cc:12 "
  prints "writes app::owner::of_class.hits = 4  *fields.cc:13 "
  prints "  locks app::all\[1\].lock  *fields.cc:14 "
  prints "writes \(worker::\)\?mine.hits = 5  *fields.cc:16 "
  end
done
