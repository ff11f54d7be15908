# Programs and sources, good and bad.

cat >"$scratch/pass.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int x;
static void *add(void *arg) { return x++ ? arg : NULL; }
int main(int argc, char **argv) {
  pthread_t a, b;
  printf("%d arguments, last %s\n", argc - 1, argv[argc - 1]);
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
EOF

cat >"$scratch/lost.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
atomic_int counter;
static void *add(void *arg) {
  int seen = counter;
  counter = seen + 1;
  return arg;
}
int main(void) {
  pthread_t a, b;
  printf("program output\n");
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
EOF

begin "a program without errors passes, and the summary says so"
cp "$scratch/pass.c" .
run 0 "$RAVEL" check pass.c
prints "^pass  pass.c"
prints "executions  2,"
prints_not "arguments"
only_files pass.c
end

begin "--quiet says one line"
cp "$scratch/pass.c" .
run 0 "$RAVEL" check --quiet pass.c
[ "$(wc -l <"$scratch/out")" -eq 1 ] || wrong "more than one line"
end

begin "an error is told with its place, its schedule, the program's output and what to do next"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
prints "^assertion:"
prints "at lost.c:18 in main, thread main"
prints "T1 add  *reads counter = 0 .*lost.c:7 .*int seen = counter;"
prints "T2 add  *reads counter = 0 "
prints "writes counter = 1"
prints "^program output"
prints "ravel replay lost.trace.json"
prints "^fail  lost.c: 1 error"
only_files lost.c lost.trace.json
end

begin "colours are for terminals alone"
cp "$scratch/lost.c" .
run 1 "$RAVEL" check lost.c
! grep -q "$(printf '\033')" "$scratch/out" || wrong "escape sequences in a file"
timeout 60 script -qec "TERM=xterm '$RAVEL' check lost.c" /dev/null >"$scratch/out" 2>&1 </dev/null
grep -q "$(printf '\033')\[1;31m" "$scratch/out" || wrong "no colour on a terminal"
NO_COLOR=1 timeout 60 script -qec "TERM=xterm '$RAVEL' check lost.c" /dev/null >"$scratch/out" 2>&1 </dev/null
! grep -q "$(printf '\033')\[1" "$scratch/out" || wrong "colour against NO_COLOR"
end

begin "arguments after -- are the program's, options among them too"
cp "$scratch/pass.c" .
run 0 "$RAVEL" check pass.c --verbose -- one --two "three four"
prints "3 arguments, last three four"
end

begin "several sources make one program"
echo 'int helper(void) { return 0; }' >helper.c
echo 'int helper(void); int main(void) { return helper(); }' >main.c
run 0 "$RAVEL" check main.c helper.c
end

begin "sources of C and C++ make one program"
echo 'int helper(void) { int class = 0; return class; }' >helper.c
echo 'extern "C" int helper(); int main() { return helper(); }' >main.cpp
run 0 "$RAVEL" check helper.c main.cpp
end

begin "two sources of the same name in different directories make one program"
mkdir a b
echo 'int helper(void) { return 0; }' >a/x.c
echo 'int helper(void); int main(void) { return helper(); }' >b/x.c
run 0 "$RAVEL" check a/x.c b/x.c
end

begin "--cflags reach the compiler, quotes too, and libraries the linker"
printf '#include <math.h>\n#include <stdlib.h>\nint main(int c, char **v) { (void)v; return sizeof(TEXT) == 4 && cos(c - 1) > 0 ? 0 : 1; }\n' >x.c
run 0 "$RAVEL" check x.c --cflags '-DTEXT="\"a b\"" -Wall -Werror -lm'
end

begin "--cc takes the compiler, for C++ the one that belongs to it"
cp "$scratch/pass.c" .
printf '#include <atomic>\n#include <thread>\nstd::atomic<int> x;\nint main() { std::thread t([] { x++; }); x++; t.join(); }\n' >x.cc
run 0 "$RAVEL" check --verbose --cc=clang pass.c
says "^+ clang "
run 0 "$RAVEL" check --verbose --cc=gcc x.cc
says "^+ g++ "
end

begin "a compiler that is not there is named"
cp "$scratch/pass.c" .
run 2 "$RAVEL" check --cc=no-such-compiler pass.c
says "no compiler 'no-such-compiler'"
one_line
end

begin "a missing source is named"
run 2 "$RAVEL" check nothing.c
says "'nothing.c': No such file"
one_line
end

begin "a missing program is named"
run 2 "$RAVEL" check ./nothing
says "'./nothing': No such file"
one_line
end

begin "what does not compile gets the compiler's own words, then one line"
echo 'int main(void) { return nothing; }' >bad.c
run 2 "$RAVEL" check bad.c
says "bad.c:1:.*nothing"
tail -1 "$scratch/err" | grep -q "^ravel: 'bad.c' does not compile" || wrong "the last line is not ours"
only_files bad.c
end

begin "what does not link gets the linker's own words, then one line"
echo 'int f(void); int main(void) { return f(); }' >bad.c
run 2 "$RAVEL" check bad.c
tail -1 "$scratch/err" | grep -q "^ravel: the program does not link" || wrong "the last line is not ours"
only_files bad.c
end

begin "a program that was not built with ravel cc is refused"
echo 'int main(void) { return 0; }' >x.c
$CC -o x x.c
run 2 "$RAVEL" check ./x
says "not built with ravel cc"
one_line
end

for model in c11 tso pso; do
  begin "what is not explored under a weak memory model is refused in one line: $model"
  run 2 "$RAVEL" check --memory=$model "$root/test/programs/atomics/atomic_block_pair.c"
  says "an atomic block is not supported with --memory=$model; --memory=sc explores it"
  one_line
  run 2 "$RAVEL" check --memory=$model "$root/test/programs/signals/mask_takes.c"
  says "a signal that interrupts another thread is not supported with --memory=$model"
  one_line
  end
done

for what in text empty directory truncated object; do
  begin "what is no program is refused: $what"
  case $what in
  text) echo hello >x ;;
  empty) : >x ;;
  directory) mkdir x ;;
  truncated) head -c 100 /bin/sh >x ;;
  object) echo 'int x;' | $CC -c -x c -o x - ;;
  esac
  chmod +x x
  run 2 "$RAVEL" check ./x
  says "neither a C or C++ source nor a program"
  one_line
  end
done

begin "a program that may not be executed is refused"
cp "$scratch/pass.c" .
run 0 "$RAVEL" cc -pthread -o pass pass.c
chmod -x pass
run 2 "$RAVEL" check ./pass
says "cannot run './pass'"
one_line
end

begin "paths with spaces and quotes work everywhere"
mkdir "a 'dir' \"here"
cd "a 'dir' \"here" || exit 1
mkdir "t m p"
export TMPDIR="$PWD/t m p"
cp "$scratch/lost.c" "my \$prog.c"
run 1 "$RAVEL" check "my \$prog.c" --json "the result.json" --trace "the trace.json"
field program "my \$prog.c" "the result.json"
field errors.0.trace "the trace.json" "the result.json"
field errors.0.location "my \$prog.c:18" "the result.json"
prints "ravel replay 'the trace.json'"
run 1 "$RAVEL" replay "the trace.json"
prints "^reproduced"
run 0 "$RAVEL" cc -pthread -o "a program" "my \$prog.c"
run 1 "$RAVEL" check "./a program"
[ -z "$(ls -A "t m p")" ] || wrong "temporary files are left"
end

begin "a source whose name begins with a dash is reached as ./-x.c"
cp "$scratch/pass.c" ./-x.c
run 0 "$RAVEL" check ./-x.c
end

begin "an installation in a path with spaces works"
mkdir -p "pre fix/bin" "pre fix/lib" "pre fix/include"
cp "$BUILD/ravel" "pre fix/bin/"
cp -r "$BUILD/libravel.so" "$BUILD/ravel-tsan" "pre fix/lib/"
cp "$BUILD/include/ravel.h" "pre fix/include/"
printf '#include <ravel.h>\nint main(void) { ravel_choose(3); return 0; }\n' >x.c
run 0 "pre fix/bin/ravel" check x.c
prints "executions  3,"
run 0 "pre fix/bin/ravel" cc -o x x.c
run 0 ./x
end

begin "a temporary directory that cannot be used is named"
cp "$scratch/pass.c" .
TMPDIR=/nowhere run 2 "$RAVEL" check pass.c
says "temporary directory in '/nowhere'"
one_line
end
