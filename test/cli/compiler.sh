# ravel cc and ravel c++ in the place of a compiler. The cases run with gcc and with clang.

cat >"$scratch/conftest.c" <<'EOF'
#include <stdio.h>
int main(void) { FILE *f = fopen("conftest.out", "w"); return ferror(f) || fclose(f) != 0; }
EOF

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  export RAVEL_CC=$compiler
  case $compiler in gcc) RAVEL_CXX=g++ ;; clang) RAVEL_CXX=clang++ ;; esac
  export RAVEL_CXX

  begin "$compiler: a program that is compiled and linked at once runs normally by itself"
  cp "$scratch/lost.c" .
  run 0 "$RAVEL" cc -O2 -pthread -o lost lost.c
  run 0 ./lost
  prints "^program output"
  run 1 "$RAVEL" check ./lost
  end

  begin "$compiler: mailboxes work between threads of the system, with Ravel's runtime and without"
  for program in mailbox_selective mailbox_data mailbox_ping_pong mailbox_at_exit; do
    cp "$root/test/programs/messages/$program.c" .
    run 0 "$RAVEL" cc -O2 -o $program $program.c
    run 0 ./$program
    run 0 $compiler -Wall -Wextra -Werror -O2 -pthread -I "$root/include" -o $program $program.c
    run 0 ./$program
  done
  end

  begin "$compiler: objects are compiled and linked one after the other"
  cp "$scratch/lost.c" .
  run 0 "$RAVEL" cc -c lost.c -o lost.o
  run 0 "$RAVEL" cc lost.o -o lost
  run 1 "$RAVEL" check ./lost
  only_files lost lost.c lost.o lost.trace.json
  end

  begin "$compiler: without -o the program is a.out"
  cp "$scratch/pass.c" .
  run 0 "$RAVEL" cc pass.c
  run 0 "$RAVEL" check ./a.out
  only_files a.out pass.c
  end

  begin "$compiler: an exit status and arguments pass through a normal run"
  echo 'int main(int argc, char **argv) { (void)argv; return 40 + argc; }' >x.c
  run 0 "$RAVEL" cc -o x x.c
  run 42 ./x one
  end

  begin "$compiler: -S, -E, -MD, -MM and -fsyntax-only do what they do"
  cp "$scratch/pass.c" .
  run 0 "$RAVEL" cc -S pass.c
  grep -q __tsan pass.s || wrong "the assembly is not instrumented"
  run 0 "$RAVEL" cc -E pass.c
  prints "pthread_create"
  run 0 "$RAVEL" cc -MD -MF pass.d -c pass.c
  grep -q pass.c pass.d || wrong "no dependencies"
  run 0 "$RAVEL" cc -MM pass.c
  prints "pass.o: pass.c"
  run 0 "$RAVEL" cc -fsyntax-only pass.c
  only_files pass.c pass.d pass.o pass.s
  end

  begin "$compiler: a shared library and a program that uses it"
  echo '#include <stdatomic.h>
atomic_int x; int bump(void) { return x++; }' >lib.c
  echo 'int bump(void); int main(void) { return bump(); }' >main.c
  run 0 "$RAVEL" cc -shared -fPIC -o libbump.so lib.c
  run 0 "$RAVEL" cc -o main main.c -L. -lbump -Wl,-rpath,"$PWD"
  run 0 ./main
  run 0 "$RAVEL" check ./main
  end

  begin "$compiler: response files are read, nested ones too"
  cp "$scratch/pass.c" "a b.c"
  printf '%s\n' '-c -o out.o' '@inner.rsp' >outer.rsp
  printf '%s\n' '"a b.c"' >inner.rsp
  run 0 "$RAVEL" cc @outer.rsp
  only_files "a b.c" inner.rsp out.o outer.rsp
  printf '%s\n' 'out.o -o prog' >link.rsp
  run 0 "$RAVEL" cc @link.rsp
  run 0 "$RAVEL" check ./prog
  end

  begin "$compiler: questions to the compiler get its own answers"
  for question in --version -dumpmachine -dumpversion -print-search-dirs -print-file-name=libc.so; do
    run 0 "$RAVEL" cc $question
    cp "$scratch/out" ours
    run 0 $compiler $question
    cmp -s ours "$scratch/out" || wrong "$question has another answer"
  done
  run 0 "$RAVEL" cc -v
  ! grep -q undefined "$scratch/err" || wrong "-v tries to link"
  run 1 "$RAVEL" cc
  end

  begin "$compiler: -### shows the commands and runs nothing"
  cp "$scratch/pass.c" .
  run 0 "$RAVEL" cc -### pass.c
  says "lravel"
  only_files pass.c
  end

  begin "$compiler: errors and warnings are the compiler's, with its status"
  echo 'int main(void) { return nothing; }' >bad.c
  run 1 "$RAVEL" cc bad.c
  says "bad.c:1:"
  cp "$scratch/pass.c" .
  run 0 "$RAVEL" cc -Wall -Wextra -Werror -O2 pass.c
  [ ! -s "$scratch/err" ] || wrong "there are warnings"
  run 0 "$RAVEL" cc -Wall -Wextra -Werror -c pass.c
  [ ! -s "$scratch/err" ] || wrong "there are warnings of -c"
  run 0 "$RAVEL" cc -Wall -Wextra -Werror pass.o
  [ ! -s "$scratch/err" ] || wrong "there are warnings of linking"
  end

  begin "$compiler: what --cflags has for the linker alone does not disturb compiling"
  cp "$scratch/pass.c" .
  echo 'int answer(void) { return 42; }' >answer.c
  run 0 $compiler -c answer.c
  run 0 ar rc libanswer.a answer.o
  cp libanswer.a libother.a
  run 0 "$RAVEL" check pass.c --cflags='-lm -L . -lanswer -L. -Wl,-O1 -Xlinker -z -Xlinker defs -u answer libother.a -DN=1'
  [ ! -s "$scratch/err" ] || wrong "the compiler has something to say"
  end

  begin "$compiler: static linking is refused in one line"
  cp "$scratch/pass.c" .
  run 2 "$RAVEL" cc -static pass.c
  says "^ravel: -static cannot be used"
  one_line
  run 0 "$RAVEL" cc -static -c pass.c
  end

  begin "$compiler: a relocatable link works"
  cp "$scratch/pass.c" .
  run 0 "$RAVEL" cc -c pass.c
  run 0 "$RAVEL" cc -r -nostdlib -o both.o pass.o
  run 0 "$RAVEL" cc both.o -o pass
  run 0 "$RAVEL" check ./pass
  end

  begin "$compiler: empty files compile, and files that are empty once preprocessed"
  cp "$scratch/pass.c" .
  : >empty.c
  printf '#ifdef NEVER\nint x;\n#endif\n' >never.c
  run 0 "$RAVEL" cc -c empty.c
  run 0 "$RAVEL" cc -c never.c
  run 0 "$RAVEL" check pass.c empty.c never.c
  end

  begin "$compiler: a header is precompiled, and nothing is linked"
  echo 'struct s { int x; };' >s.h
  cp s.h other
  run 0 "$RAVEL" cc s.h
  run 0 "$RAVEL" cc -x c-header other -o other.gch
  [ -s s.h.gch ] && [ -s other.gch ] || wrong "there is no precompiled header"
  only_files other other.gch s.h s.h.gch
  end

  begin "$compiler: pthread_atfork works in a program that runs by itself"
  cat >atfork.c <<'EOF'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static int before, after, child;
static void prepare(void) { before++; }
static void parent(void) { after++; }
static void in_child(void) { child++; }
int main(void) {
  int status;
  pthread_atfork(prepare, parent, in_child);
  pid_t pid = fork();
  if (!pid)
    _exit(before + child + after);
  waitpid(pid, &status, 0);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 2 && before == 1 && after == 1 && !child);
}
EOF
  run 0 "$RAVEL" cc atfork.c -o atfork
  run 0 ./atfork
  end

  begin "$compiler: objects and libraries that ravel cc has not made are named, and files with NDEBUG"
  cp "$scratch/pass.c" .
  echo 'int outside(int *p) { return *p; }' >outside.c
  echo 'int shared(int *p) { return *p; }' >shared.c
  printf '#define NDEBUG\n#include <assert.h>\nvoid quiet(int x) { assert(x); (void)x; }\n' >quiet.c
  $compiler -c outside.c || wrong "it does not compile"
  $compiler -shared -fPIC -o libshared.so shared.c || wrong "it does not compile"
  run 0 "$RAVEL" cc pass.c quiet.c outside.o -Wl,--no-as-needed -L. -lshared -Wl,-rpath,"$PWD" -o pass
  run 0 "$RAVEL" check --quiet ./pass
  prints "not covered  code that was not compiled by ravel cc: outside.c$"
  prints "not covered  the library libshared.so, which was not"
  prints "not covered  assertions of quiet.c: NDEBUG was defined$"
  run 0 "$RAVEL" check --observers ./pass
  prints "warning  *--observers has no effect: what is stored may be read by outside, which is not instrumented$"
  run 0 "$RAVEL" cc pass.c -Wl,--no-as-needed -L. -lshared -Wl,-rpath,"$PWD" -o pass
  run 0 "$RAVEL" check --observers ./pass
  prints "warning  *--observers has no effect: what is stored may be read by the library libshared.so, which was not"
  run 0 "$RAVEL" cc pass.c outside.c -o pass
  run 0 "$RAVEL" check --observers ./pass
  ! grep -q 'not compiled\|NDEBUG\|no effect' "$scratch/out" || wrong "it names what it has made itself"
  end

  begin "$compiler: source from standard input"
  echo 'int main(void) { return 3; }' >x
  timeout 60 "$RAVEL" cc -x c -o x.out - <x 2>"$scratch/err" || wrong "it does not compile"
  run 3 ./x.out
  end

  begin "$compiler: ravel.h is found"
  printf '#include <ravel.h>\nint main(void) { return (int)ravel_choose(2) * 0; }\n' >x.c
  run 0 "$RAVEL" cc -Wall -Werror -o x x.c
  run 0 ./x
  run 0 "$RAVEL" check ./x --json r.json
  field executions 2 r.json
  end

  begin "$compiler: a program that uses ravel.h builds and runs without Ravel, as C and as C++"
  cat >x.c <<'EOF'
#include <ravel.h>
int x = 1;
static int f(void) {
  ravel_atomic { x++; if (x == 2) return 5; }
  return 6;
}
int main(void) {
  ravel_assume(x == 1);
  ravel_await(x == 1);
  return f() == 5 && x == 2 && ravel_choose(3) == 0 ? 0 : 1;
}
EOF
  cp x.c y.cc
  run 0 $RAVEL_CC -Wall -Wextra -Werror -I "$BUILD/include" -o x x.c
  run 0 ./x
  run 0 $RAVEL_CXX -Wall -Wextra -Werror -I "$BUILD/include" -o y y.cc
  run 0 ./y
  run 0 "$RAVEL" cc -Wall -Wextra -Werror -o z x.c
  run 0 ./z
  end

  begin "$compiler: functions that are atomic by their names stay functions"
  cat >x.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static int x;
static void __VERIFIER_atomic_add(void) { x++; }
static void *run(void *arg) { __VERIFIER_atomic_add(); return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
EOF
  run 0 "$RAVEL" cc -O3 -pthread -o x x.c
  run 0 "$RAVEL" check ./x --json r.json
  field executions 2 r.json
  end

  begin "$compiler: C++ with threads and exceptions"
  cat >x.cc <<'EOF'
#include <mutex>
#include <stdexcept>
#include <thread>
std::mutex m;
int x;
int main() {
  std::thread t([] { std::lock_guard<std::mutex> guard(m); x++; });
  { std::lock_guard<std::mutex> guard(m); x++; }
  t.join();
  try { throw std::runtime_error("x"); } catch (const std::exception &) { return x - 2; }
}
EOF
  run 0 "$RAVEL" c++ -std=c++17 -Wall -Werror -o x x.cc
  run 0 ./x
  run 0 "$RAVEL" check ./x --json r.json
  field executions 2 r.json
  end

  begin "$compiler: what a configure script tries first works"
  cp "$scratch/conftest.c" .
  run 0 "$RAVEL" cc -o conftest conftest.c
  run 0 ./conftest
  run 0 "$RAVEL" cc -c conftest.c
  [ -f conftest.o ] || wrong "no conftest.o"
  run 0 "$RAVEL" cc -o conftest -g -O2 conftest.c -lpthread -ldl -lm
  echo 'int main(void) { return no_such_function(); }' >conftest.c
  run 1 "$RAVEL" cc -Werror=implicit-function-declaration conftest.c
  end

  begin "$compiler: CMake takes ravel-cc and ravel-c++ for compilers"
  if command -v cmake >/dev/null; then
    mkdir src build
    cp "$scratch/pass.c" src/
    cat >src/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.10)
project(demo C CXX)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
add_executable(demo pass.c)
target_link_libraries(demo Threads::Threads)
EOF
    run 0 cmake -S src -B build -DCMAKE_C_COMPILER="$BUILD/ravel-cc" -DCMAKE_CXX_COMPILER="$BUILD/ravel-c++"
    run 0 cmake --build build
    run 0 "$RAVEL" check build/demo --json r.json
    field executions 2 r.json
  fi
  end
  unset RAVEL_CC RAVEL_CXX
done

begin "cc is asked what it is when its name does not tell"
cp "$scratch/pass.c" .
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v clang || command -v gcc)" >mycc
chmod +x mycc
RAVEL_CC=$PWD/mycc run 0 "$RAVEL" cc -pthread pass.c
run 0 "$RAVEL" check ./a.out
end

begin "a compiler may be more than one word, and its path may have spaces"
cp "$scratch/pass.c" .
mkdir "my tools"
ln -s "$(command -v gcc)" "my tools/gcc"
RAVEL_CC="$PWD/my tools/gcc" run 0 "$RAVEL" cc -pthread -o one pass.c
RAVEL_CC="env LANG=C gcc" run 0 "$RAVEL" cc -pthread -o two pass.c
run 0 "$RAVEL" check ./one
run 0 "$RAVEL" check ./two
end

begin "a program that has been moved still finds the runtime under ravel check"
cp "$scratch/pass.c" .
run 0 "$RAVEL" cc -pthread -o pass pass.c
mkdir elsewhere
mv pass elsewhere/
run 0 "$RAVEL" check elsewhere/pass
end

begin "a command without its library does not run another build's"
cp "$scratch/pass.c" .
run 0 "$RAVEL" cc -pthread -o pass pass.c
mkdir alone
cp "$RAVEL" alone/ravel
run 2 alone/ravel check ./pass
says "libravel.so is neither beside this command"
one_line
end

begin "a command and a library of different builds do not work together"
cp "$scratch/pass.c" .
run 0 "$RAVEL" cc -pthread -o pass pass.c
mkdir mixed
cp "$RAVEL" mixed/ravel
build=$(sed -n 's/.*"\([0-9a-f]\{32\}\)".*/\1/p' "$BUILD/build_id.c")
LC_ALL=C sed "s/$build/00000000000000000000000000000000/" "$BUILD/libravel.so" >mixed/libravel.so
run 2 mixed/ravel check ./pass
says "of another build"
end

begin "sanitizers that exclude ours, and static linking, are refused in one line that says why"
cp "$root/examples/bank.c" .
for flag in -fsanitize=address -fsanitize=undefined,address -fsanitize=memory -fsanitize=leak; do
  run 2 "$RAVEL" cc -c $flag bank.c
  one_line
  says "^ravel: $flag cannot be used: compilers do not combine it with -fsanitize=thread, "
  run 2 "$RAVEL" check $flag bank.c
  one_line
  says "^ravel: $flag cannot be used: "
done
run 2 "$RAVEL" check -static bank.c
one_line
says "^ravel: -static cannot be used: the program must load libravel.so$"
end

begin "C by clang and C++ by gcc with link-time optimisation make one program, and so the other way"
cat >count.c <<'E'
int n;
void count(void) { n++; }
E
cat >main.cc <<'E'
#include <thread>
extern "C" void count(void);
int main() {
  std::thread a(count), b(count);
  a.join();
  b.join();
}
E
for how in 'clang g++' 'gcc clang++'; do
  set -- $how
  RAVEL_CC=$1 run 0 "$RAVEL" cc -g -c count.c
  RAVEL_CXX=$2 run 0 "$RAVEL" c++ -g -c main.cc
  RAVEL_CXX=$2 run 0 "$RAVEL" c++ -o both main.o count.o
  run 1 "$RAVEL" check --quiet both
  prints "^count.c:2: data-race: "
done
run 0 "$RAVEL" cc -g -O2 -flto -o bank "$root/examples/bank.c"
run 1 "$RAVEL" check --quiet bank
end

begin "a script of libtool stands for its program, with the libraries beside it"
mkdir -p .libs sub
printf 'int n;\nvoid count(void) { n++; }\n' >count.c
cat >main.c <<'E'
#include <pthread.h>
void count(void);
static void *run(void *a) { count(); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  count();
  pthread_join(t, 0);
}
E
run 0 "$RAVEL" cc -g -shared -fPIC -o .libs/libcount.so count.c
run 0 "$RAVEL" cc -g -o .libs/prog main.c -L.libs -lcount
run 0 "$RAVEL" cc -g -o .libs/lt-prog2 main.c -L.libs -lcount
# The lines of such a script that say something, as libtool 2.4.7 writes them.
for name in prog lt-prog2; do
  cat >"${name#lt-}" <<E
#! /bin/bash

# ${name#lt-} - temporary wrapper script for .libs/${name#lt-}
# Generated by libtool (GNU libtool) 2.4.7
relink_command=""
  program='$name'
  progdir="\$thisdir/.libs"
    LD_LIBRARY_PATH="$work/.libs:\$LD_LIBRARY_PATH"
    LD_LIBRARY_PATH=\`\$ECHO "\$LD_LIBRARY_PATH" | /usr/bin/sed 's/::*\$//'\`
    export LD_LIBRARY_PATH
E
  chmod +x "${name#lt-}"
done
run 1 "$RAVEL" check --quiet ./prog
prints "^count.c:2: data-race: "
run 1 "$RAVEL" check --quiet prog2
run 1 "$RAVEL" replay --quiet prog.trace.json
prints "^reproduced"
cd sub || exit 1
run 1 "$RAVEL" check --quiet ../prog
cd ..
echo '#!/bin/sh' >script
chmod +x script
run 2 "$RAVEL" check ./script
says "'./script' is neither a C or C++ source nor a program"
rm .libs/prog
run 2 "$RAVEL" check ./prog
one_line
says "cannot open './.libs/prog'"
end
