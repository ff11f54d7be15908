#!/bin/sh
# Random small programs of atomic accesses, fences and a lock as C, through the whole of Ravel: under
# each memory model it must explore as many execution graphs as brute force finds, and come to the
# same outcomes. An outcome is an assertion that fails. With `plain`, relaxed loads and stores are plain
# accesses, and --races=interleave executes them, under the models that have them. Many programs are
# compiled as one, which is told by its arguments which of them to be.
#
#   weak-programs.sh RAVEL WEAK FIRST_SEED COUNT [plain]
set -u
ravel=$1 weak=$2 seed=$3 count=$4 plain=${5:-}
flags=-O1 more=
[ "$plain" ] && flags=-O0 more=--races=interleave
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
programs=0 passed=0 failed=0 batch=40

# judge SEED MODEL GRAPHS OUTCOMES
judge() {
  options="--memory=$2"
  [ "$2" = sc ] && options=--algorithm=graph
  "$ravel" check --quiet --keep-going $options $more --trace="$work/trace.json" \
    --json="$work/result.json" "$work/program" -- "$1" "$2" >"$work/output" 2>&1
  found=$(sed -n 's/.*"executions": *\([0-9]*\).*/\1/p' "$work/result.json" | head -n 1)
  possible=$(grep -c '"message".*outcome [0-9]' "$work/result.json")
  impossible=$(grep -c '"message".*impossible' "$work/result.json")
  [ "$found $possible $impossible" = "$3 $4 0" ]
}

while [ $programs -lt "$count" ]; do
  left=$((count - programs))
  [ $left -gt $batch ] && left=$batch
  "$weak" emit "$seed" $left $plain >"$work/program.c" &&
    "$ravel" cc -g $flags -pthread -o "$work/program" "$work/program.c" || exit 1
  sed -n 's|^/[*] case \(.*\) [*]/$|\1|p' "$work/program.c" >"$work/cases"
  while read -r number model graphs outcomes; do
    seed=$number
    if judge "$seed" "$model" "$graphs" "$outcomes"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      kept=$(mktemp "${TMPDIR:-/tmp}/ravel-weak-$seed-$model-XXXXXX.c")
      cp "$work/program.c" "$kept"
      echo "program $seed, $model ($kept): $found execution graphs, not $graphs; $possible" \
        "outcomes, not $outcomes; $impossible impossible"
    fi
  done <"$work/cases"
  programs=$((programs + left)) seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
