#!/bin/sh
# Random small programs of atomic accesses, fences and a lock as C, through the whole of Ravel: under
# each memory model it must explore as many execution graphs as brute force finds, and come to the
# same outcomes. An outcome is an assertion that fails. With `plain`, relaxed loads and stores are plain
# accesses, and --races=interleave executes them, under the models that have them.
#
#   weak-programs.sh RAVEL WEAK FIRST_SEED COUNT [plain]
set -u
ravel=$1 weak=$2 seed=$3 count=$4 plain=${5:-}
models="sc tso pso c11" more=--cflags=-O1
[ "$plain" ] && models="sc tso pso" more="--races=interleave --cflags=-O0"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0
most_outcomes=60 # an execution of each is recorded, and there is room for 64

judge() {
  options="--memory=$1"
  [ "$1" = sc ] && options=--algorithm=graph
  "$ravel" check --quiet --keep-going $options --trace="$work/trace.json" \
    --json="$work/result.json" $more "$work/program.c" >"$work/output" 2>&1
  found=$(sed -n 's/.*"executions": *\([0-9]*\).*/\1/p' "$work/result.json" | head -n 1)
  possible=$(grep -c '"message".*outcome [0-9]' "$work/result.json")
  impossible=$(grep -c '"message".*impossible' "$work/result.json")
  [ "$found $possible $impossible" = "$2 $3 0" ]
}

while [ $((passed + failed)) -lt "$count" ]; do
  seed=$((seed + 1))
  for model in $models; do
    "$weak" emit $seed $model $plain >"$work/program.c" || continue 2
    graphs=$(sed -n '1s/^.. \([0-9]*\) graphs.*/\1/p' "$work/program.c")
    outcomes=$(sed -n '1s/.* \([0-9]*\) outcomes.*/\1/p' "$work/program.c")
    [ "$outcomes" -le $most_outcomes ] || continue 2
    if judge $model "$graphs" "$outcomes"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      kept=$(mktemp "${TMPDIR:-/tmp}/ravel-weak-$seed-$model-XXXXXX.c")
      cp "$work/program.c" "$kept"
      echo "program $seed, $model ($kept): $found execution graphs, not $graphs; $possible" \
        "outcomes, not $outcomes; $impossible impossible"
    fi
  done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
