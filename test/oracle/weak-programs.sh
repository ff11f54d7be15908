#!/bin/sh
# Random small programs of atomic accesses, fences and a lock as C, through the whole of Ravel: with
# --memory=c11 it must explore as many execution graphs as brute force finds.
#
#   weak-programs.sh RAVEL WEAK FIRST_SEED COUNT
set -u
ravel=$1 weak=$2 seed=$3 count=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0
while [ $((passed + failed)) -lt "$count" ]; do
  seed=$((seed + 1))
  "$weak" emit $seed $((seed % 4)) >"$work/program.c" || continue
  graphs=$(sed -n '1s/^.. \([0-9]*\) graphs.*/\1/p' "$work/program.c")
  "$ravel" check --quiet --keep-going --memory=c11 --trace="$work/trace.json" \
    --json="$work/result.json" --cflags=-O1 "$work/program.c" >"$work/output" 2>&1
  found=$(sed -n 's/.*"executions": *\([0-9]*\).*/\1/p' "$work/result.json" | head -n 1)
  if [ "$found" = "$graphs" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    kept=$(mktemp "${TMPDIR:-/tmp}/ravel-weak-$seed-XXXXXX.c")
    cp "$work/program.c" "$kept"
    echo "program $seed ($kept): $found execution graphs, not $graphs"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
