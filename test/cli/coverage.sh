# Programs that are built with --coverage: what the search has reached is counted, for gcov. The
# numbers that must come out are in the programs.

programs=$root/test/cli/coverage

# lines SOURCE [reached]: what gcov tells of it is what the source says.
lines() {
  case ${RAVEL_CC:-gcc} in
  clang*) llvm-cov-14 gcov -t "${1%.c}.gcda" >told 2>&1 ;;
  *) gcov -t "${1%.c}.gcda" >told 2>&1 ;;
  esac
  found=$(python3 "$programs/lines.py" "$1" told ${2:-}) || wrong "$1: $found"
}

# counts SOURCE: builds it here.
counts() {
  cp "$programs/$1" .
  run 0 "$RAVEL" cc --coverage -O0 -Wall -Wextra -Werror -o "${1%.c}" "$1"
}

for compiler in gcc clang; do
  command -v $compiler >/dev/null || continue
  [ $compiler = gcc ] || command -v llvm-cov-14 >/dev/null || continue
  begin "--coverage counts what all executions did, as often as they did it ($compiler)"
  export RAVEL_CC=$compiler
  counts lost.c
  run 0 "$RAVEL" check ./lost
  prints "executions  4, 0 blocked"
  prints "coverage    2 of 3 functions reached"
  lines lost.c
  for option in --reset=fork --reset=checked --algorithm=source --memory=c11; do
    rm lost.gcda
    run 0 "$RAVEL" check $option ./lost
    lines lost.c
  done
  unset RAVEL_CC
  end
done

begin "counters are added to those of the run before, and JSON sums them up"
counts lost.c
run 0 "$RAVEL" check --json result.json ./lost
field functions 3 result.json
field functions_reached 2 result.json
cp lost.gcda once
run 0 "$RAVEL" check --quiet ./lost
lines lost.c && wrong "the second run has added nothing"
grep -q '^ *16:.*lines: 8' told || wrong "two runs are not the sum of both"
complaints=
end

begin "threads that an error has stopped are counted up to there"
counts deadlock.c
run 1 "$RAVEL" check --keep-going ./deadlock
prints "executions  3"
lines deadlock.c
end

begin "an execution that an error has ended counts, whatever else it has found out"
for example in lazy actors bank refcount; do
  run 0 "$RAVEL" cc --coverage -o $example "$root/examples/$example.c"
  for reset in auto fork; do
    run 1 "$RAVEL" check --quiet --reset=$reset --json result.json ./$example
    field verdict fail result.json
    gcov -t $example.gcda 2>/dev/null >told
    grep -q '^ *[1-9][0-9]*:.*int main' told || wrong "$example: main was not reached"
    rm $example.gcda
  done
done
end

begin "in a program with checks, those and what is around them are counted"
counts inside.c
run 0 ./inside
lines inside.c
end

begin "with several workers, all lines that were reached are told"
counts even.c
run 0 "$RAVEL" check -j2 ./even
lines even.c reached
end

begin "libraries and link-time optimisation are no obstacle"
printf 'int half(int x);\nint half(int x) {\n  return x / 2; /* lines: 3 */\n}\n' >half.c
printf 'int half(int);\nint main(void) { return half(half(half(8))) != 1; }\n' >main.c
run 0 "$RAVEL" cc --coverage -fPIC -c half.c -o half.o
run 0 "$RAVEL" cc --coverage -shared half.o -o libhalf.so
run 0 "$RAVEL" cc --coverage -flto main.c -o main -L. -lhalf -Wl,-rpath,"$PWD"
run 0 "$RAVEL" check ./main
lines half.c
end

begin "a program that runs by itself leaves what it would with its compiler's library"
cat >own.cc <<'EOF'
#include <vector>
static int never(int x) { return 3 * x; }
int main(int argc, char **) {
  std::vector<int> v;
  for (int i = 0; i < 5 + argc; i++)
    v.push_back(i % 3 ? i : -i);
  return argc > 5 ? never(v[0]) : 0;
}
EOF
for compiler in g++ clang++; do
  command -v $compiler >/dev/null || continue
  rm -rf theirs ours
  $compiler --coverage -c own.cc -o own.o && $compiler --coverage own.o -o their_program
  RAVEL_CXX=$compiler run 0 "$RAVEL" c++ --coverage own.o -o our_program
  for arguments in '' 'a b'; do
    GCOV_PREFIX=$PWD/theirs ./their_program $arguments
    GCOV_PREFIX=$PWD/ours ./our_program $arguments
    diff -r theirs ours >/dev/null || wrong "$compiler: the files differ"
  done
done
end

begin "counters of another build are overwritten, and files that cannot be written are told"
counts lost.c
run 0 "$RAVEL" check --quiet ./lost
printf '\n' >>lost.c
sleep 0.01
run 0 "$RAVEL" cc --coverage -O0 -DOTHER -o lost lost.c
run 0 "$RAVEL" check --quiet ./lost
rm lost.gcda
mkdir lost.gcda
run 0 "$RAVEL" check --quiet ./lost
says "cannot write coverage counters to .*lost.gcda': Is a directory"
one_line
rmdir lost.gcda
printf 'nonsense that is long enough' >lost.gcda
run 0 "$RAVEL" check --quiet ./lost
says "lost.gcda is of another build, and is overwritten"
lines lost.c
end

begin "ravel check leaves no program behind, and says so where --coverage is given"
cp "$programs/lost.c" .
for flag in --coverage -fprofile-arcs --cflags=--coverage; do
  run 2 "$RAVEL" check $flag lost.c
  says "then ravel check ./program"
  one_line
done
only_files lost.c
end
