#!/bin/sh
# Random small programs as C, through the whole of Ravel: every algorithm must find as many traces
# as brute force does, all outcomes (what was read), and a deadlock if and only if there is one; and
# under a bound of preemptions as many as there are within it.
#
#   c-programs.sh RAVEL EMIT FIRST_SEED COUNT [FEATURES]
#
# FEATURES is a sum of 1 (await), 2 (choose), 4 (locks), 8 (variables that overlap), 16 (semaphores),
# 32 (read-write locks), 64 (condition variables) and 128 (barriers), of 512 (mostly stores) and of
# 1024 (messages) and 4096 (timed waits); 2048 (reads, writes and joins) goes alone. The default is the
# first eight, with messages in one program of five and timed waits in every other one, or 2048 in one
# of three.
# On a mismatch the program is kept, and its name is printed.
set -u
ravel=$1 emit=$2 seed=$3 count=$4 features=${5:-}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

number() { # NAME FILE: a number of the result
  sed -n "s/.*\"$1\": *\([0-9]*\).*/\1/p" "$2" | head -n 1
}

# What is wrong with the result of one algorithm; nothing if it is right.
judge() { # ORDER EXECUTIONS ALGORITHM [OPTION ...]
  order=$1 expected=$2 algorithm=$3
  shift 3
  "$ravel" check --quiet --keep-going --algorithm="$algorithm" "$@" --order="$order" --seed="$seed" \
    --timeouts=100 --trace="$work/trace.json" --json="$work/result.json" "$work/program" >"$work/output" 2>&1
  status=$?
  grep -q '"verdict": *"fail"' "$work/result.json" 2>/dev/null && verdict=1 || verdict=0
  found=$(grep -c '"kind": "assertion"' "$work/result.json")
  [ "$found" = "$outcomes" ] || { echo "$found outcomes, not $outcomes"; return; }
  grep -q '"kind": "deadlock"' "$work/result.json" && stuck=1 || stuck=0
  [ "$stuck" -eq "$deadlock" ] || { echo "deadlock: $stuck, not $deadlock"; return; }
  [ "$status" -eq "$fails" ] && [ "$verdict" -eq "$fails" ] ||
    { echo "exit status $status, not $fails"; return; }
  found=$(number executions "$work/result.json")
  case $* in
    *--context-sensitive*)
      [ "$found" -le "$expected" ] || echo "$found executions, more than $expected"
      return ;;
  esac
  [ "$found" = "$expected" ] || { echo "$found executions, not $expected"; return; }
  case $algorithm,$* in
    optimal,* | unfold,) [ "$(number blocked "$work/result.json")" = 0 ] || echo "blocked explorations" ;;
  esac
}

# The same under a bound of preemptions.
judge_bound() { # ORDER EXECUTIONS BOUND
  "$ravel" check --quiet --keep-going --preemption-bound="$3" --order="$1" --seed="$seed" \
    --timeouts=100 --trace="$work/trace.json" --json="$work/result.json" "$work/program" >"$work/output" 2>&1
  found=$(number executions "$work/result.json")
  [ "$found" = "$2" ] || echo "$found executions, not $2"
}

passed=0 failed=0
while [ $((passed + failed)) -lt "$count" ]; do
  usual=$((seed % 3 == 1 ? 2048 : 255 + (seed % 5 ? 0 : 1024) + (seed % 2 ? 0 : 4096)))
  "$emit" "$seed" "${features:-$usual}" >"$work/program.c" || { seed=$((seed + 1)); continue; }
  first=$(head -n 1 "$work/program.c")
  traces=${first#*: } && traces=${traces%% *}
  observed=${first#*traces, } && observed=${observed%% *}
  outcomes=${first#*observers, } && outcomes=${outcomes%% *}
  within=${first#*preemptions: } && within=${within% \*/}
  case $first in *"no deadlock"*) deadlock=0 ;; *) deadlock=1 ;; esac
  fails=$((outcomes || deadlock))
  case $((seed % 3)) in 0) order=round-robin ;; 1) order=youngest ;; *) order=random ;; esac
  wrong=
  level=$((seed % 7 < 3 ? 0 : 1)) # without optimisation values stay in slots of the stack
  if "$ravel" cc -O$level -o "$work/program" "$work/program.c" >"$work/output" 2>&1; then
    for algorithm in sleep dpor source optimal unfold "unfold --k=1" "unfold --k=2"; do
      wrong=$(judge $order "$traces" $algorithm)
      [ -z "$wrong" ] || { wrong="$algorithm, $order: $wrong"; break; }
    done
    for algorithm in source optimal; do
      [ -z "$wrong" ] || break
      wrong=$(judge $order "$traces" $algorithm --context-sensitive)
      [ -z "$wrong" ] || wrong="$algorithm --context-sensitive, $order: $wrong"
    done
    if [ -z "$wrong" ]; then
      wrong=$(judge $order "$observed" optimal --context-sensitive --observers)
      [ -z "$wrong" ] || wrong="optimal --context-sensitive --observers, $order: $wrong"
    fi
    for algorithm in source optimal; do
      [ -z "$wrong" ] || break
      wrong=$(judge $order "$observed" $algorithm --observers)
      [ -z "$wrong" ] || wrong="$algorithm --observers, $order: $wrong"
    done
    bound=0
    for executions in $within; do
      [ -z "$wrong" ] || break
      wrong=$(judge_bound $order "$executions" $bound)
      [ -z "$wrong" ] || wrong="--preemption-bound=$bound, $order: $wrong"
      bound=$((bound + 1))
    done
  else
    wrong="it does not compile: $(head -n 1 "$work/output")"
  fi
  if [ -z "$wrong" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    kept=$(mktemp "${TMPDIR:-/tmp}/ravel-oracle-$seed-XXXXXX.c")
    cp "$work/program.c" "$kept"
    echo "program $seed ($kept): $wrong"
  fi
  seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
