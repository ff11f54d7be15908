#!/bin/sh
# What the command does with what it is given. Every case is a sentence that must hold. RAVEL is
# the command under test, BUILD the directory it was built in; PARTS, if it is set, says which parts.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
RAVEL=$(realpath "$RAVEL")
BUILD=$(realpath "$BUILD")
CC=${CC:-cc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# --- how a case is written ---------------------------------------------------------------------

# A case begins in an empty directory, with a temporary directory of its own.
begin() {
  sentence=$1
  complaints=
  work=$scratch/work
  rm -rf "$work" "$scratch/tmp"
  mkdir -p "$work" "$scratch/tmp"
  export TMPDIR="$scratch/tmp"
  cd "$work" || exit 1
}

wrong() {
  complaints="$complaints
     $1"
}

# Whatever happened, no temporary file stays.
end() {
  [ -z "$(ls -A "$scratch/tmp")" ] || wrong "temporary files are left: $(ls -A "$scratch/tmp")"
  if [ -z "$complaints" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAIL %s%s\n' "$sentence" "$complaints"
    sed 's/^/     | /' "$scratch/err" | head -5
  fi
}

# run STATUS command...: leaves its output in $scratch/out and $scratch/err.
run() {
  wanted=$1
  shift
  timeout "${LONGEST:-60}" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  status=$?
  [ $status -eq "$wanted" ] || wrong "exit status $status where $wanted is expected: $*"
}

says() { grep -qe "$1" "$scratch/err" || wrong "standard error does not say: $1"; }
prints() { grep -qe "$1" "$scratch/out" || wrong "standard output does not say: $1"; }
prints_not() { ! grep -qe "$1" "$scratch/out" || wrong "standard output says: $1"; }
one_line() {
  lines=$(wc -l <"$scratch/err")
  [ "$lines" -eq 1 ] || wrong "$lines lines on standard error where one is expected"
}
only_files() {
  [ "$(ls -A)" = "$(printf '%s\n' "$@" | sort)" ] || wrong "files here: $(ls -A | tr '\n' ' ')"
}
# field NAME VALUE FILE: what a JSON file has.
field() {
  found=$(python3 -c 'import json,sys; d=json.load(open(sys.argv[2]))
for k in sys.argv[1].split("."): d = d[int(k)] if k.isdigit() else d[k]
print(d)' "$1" "$3" 2>&1 | tail -1)
  [ "$found" = "$2" ] || wrong "$1 is '$found' where '$2' is expected in $3"
}
# A shell makes its background processes ignore SIGINT, and under nohup SIGHUP is ignored: this one
# is to heed them.
heeding_interrupts() {
  exec python3 -c 'import os, signal, sys
for each in signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT:
  signal.signal(each, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' "$@"
}
# Whether a process that was started with this word in its environment is alive.
alive() { grep -lqs "RAVEL_CASE=$1" /proc/[0-9]*/environ; }
wait_for() {
  for _ in $(seq 1200); do
    if eval "$1"; then return 0; fi
    sleep 0.05
  done
  wrong "it never came to: $1"
}

for part in ${PARTS:-usage explain input json results sampling estimate profile suppress baseline compare scout trace loose strict gdb story names narrow debug interrupt worker reset files save jobs standard_input randomisation limits inside each coverage libraries compiler}; do
  . "$here/$part.sh"
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
