# Every case of a test program by itself: --each-test. A framework that is not installed is left out.

cases=$root/test/cli/tests
LONGEST=600 # a program is started for each case, twice

# tests_of HEADER COMPILER SOURCE FLAGS...: builds it once, as `tests`; false if the framework is missing.
tests_of() {
  kept=$scratch/tests-$3${4:-}
  if [ ! -e "$kept" ]; then
    printf '#include <%s>\n' setjmp.h stdarg.h stddef.h "$1" >has.c
    case $2 in c++) language=c++ ;; *) language=c ;; esac
    "$CC" -x $language -fsyntax-only has.c 2>/dev/null || return 1
    rm has.c
    compiler=$2
    source=$3
    shift 3
    "$RAVEL" "$compiler" -g -w -o "$kept" "$cases/$source" "$@" || wrong "$source does not compile"
  fi
  cp "$kept" tests
}
validates() { # SCHEMA FILE
  told=$(python3 "$here/schema.py" "$1" "$2" 2>&1)
  [ -z "$told" ] || wrong "$told"
}

begin "each case of googletest is explored by itself, also those with parameters and types"
if tests_of gtest/gtest.h c++ googletest.cc -lgtest -lgtest_main; then
  run 1 "$RAVEL" check --each-test --json r.json --junit r.xml --sarif r.sarif ./tests
  for name in Counter.Alone State.First State.Second Typed/0.Size Typed/1.Size Some/Limit.Below/0; do
    prints "^pass        $name: 1 execution, 1 thread$"
  done
  prints "^pass        Counter.Right: 2 executions, 3 threads$"
  prints "^fail        Counter.Loses: 1 error, "
  prints "is preempted here"
  prints "^fail        Some/Limit.Below/2: 1 error, "
  prints "^disabled    Counter.DISABLED_Later$"
  prints "^disabled    DISABLED_Suite.Case$"
  prints "^fail  ./tests, 12 tests of googletest: 8 passed, 2 failed, 2 disabled$"
  validates "$root/doc/tests.schema.json" r.json
  validates "$here/sarif.schema.json" r.sarif
  python3 - <<'E' >one.json || wrong "the results are not what they should be"
import json, xml.etree.ElementTree as tree
whole = json.load(open("r.json"))
tests = {t["test"]: t for t in whole["tests"]}
assert (whole["passed"], whole["failed"], whole["disabled"]) == (8, 2, 2)
assert tests["Counter.Right"]["result"]["executions"] == 2
assert tests["Counter.DISABLED_Later"]["left_out"] == "disabled"
suites = tree.parse("r.xml").getroot()
assert suites.get("tests") == "12" and suites.get("failures") == "2" and suites.get("skipped") == "2"
assert suites.get("errors") == "0"
cases = {c.get("name"): c for c in suites.iter("testcase")}
assert len(cases) == 12 and cases["Counter.Loses"].find("failure") is not None
assert cases["Counter.Right"].find("failure") is None and cases["Counter.Right"].get("classname") == "./tests"
runs = json.load(open("r.sarif"))["runs"]
assert len(runs) == 1 and len(runs[0]["results"]) == 2, runs[0]["results"]
print(json.dumps(tests["Counter.Loses"]["result"]))
E
  validates "$root/doc/result.schema.json" one.json
  run 1 "$RAVEL" replay --quiet tests-Counter-Loses.trace.json
  prints "^reproduced"
  [ "$(ls ./*.trace.json | wc -l)" -eq 2 ] || wrong "traces: $(ls ./*.trace.json)"
fi
end

begin "a case runs though the environment asks for a share of the cases, or for no round"
if tests_of gtest/gtest.h c++ googletest.cc -lgtest -lgtest_main; then
  run 1 env GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1 "$RAVEL" check --each-test --filter Counter ./tests
  prints "^fail        Counter.Loses: 1 error, "
  prints "^pass        Counter.Right: 2 executions, 3 threads$"
  run 1 env GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1 "$RAVEL" replay --quiet tests-Counter-Loses.trace.json
  prints "^reproduced"
  run 1 env GTEST_REPEAT=0 "$RAVEL" check --each-test --filter Counter ./tests
  prints "^fail        Counter.Loses: 1 error, "
fi
end

begin "--filter chooses cases by their names"
if tests_of gtest/gtest.h c++ googletest.cc -lgtest -lgtest_main; then
  run 0 "$RAVEL" check --each-test --filter '^Counter.*ht$' ./tests
  prints "^pass  ./tests, 1 test of googletest: 1 passed$"
  run 1 "$RAVEL" check --each-test --filter=Below --quiet --trace here.json ./tests
  prints ", 3 tests of googletest: 2 passed, 1 failed$"
  [ -s here-Some-Limit-Below-2.trace.json ] || wrong "files: $(ls)"
  run 2 "$RAVEL" check --each-test --filter nothing ./tests
  one_line
  says "^ravel: no test of 'tests' has a name that matches 'nothing'$"
  run 3 "$RAVEL" check --each-test --filter DISABLED_Later ./tests
  run 3 "$RAVEL" check --each-test --filter Right --max-executions 1 ./tests
  prints "^incomplete  Counter.Right: stopped by --max-executions, 1 execution, 3 threads$"
fi
end

begin "a case that forks, crashes or exits does not keep the others from being explored"
if tests_of gtest/gtest.h c++ googletest.cc -DHOSTILE -lgtest -lgtest_main; then
  run 1 "$RAVEL" check --each-test --filter 'Hostile' ./tests
  prints "^incomplete  Hostile.Forks: .*fork"
  prints "^fail        Hostile.Crashes: 1 error"
  run 2 "$RAVEL" check --each-test --filter 'Hostile.Forks' ./tests
  run 1 "$RAVEL" check --each-test --quiet ./tests
  prints "^pass        Counter.Right"
  prints ", 15 tests of googletest: [0-9]* passed, 3 failed, 1 incomplete, 2 disabled$"
fi
end

begin "a program that crashes while it lists its cases, or has none, or no framework, is one clear line"
if tests_of gtest/gtest.h c++ googletest.cc -DCRASH_IN_LIST -lgtest -lgtest_main; then
  run 2 "$RAVEL" check --each-test --json r.json ./tests
  one_line
  says "^ravel: 'tests' does not list its tests: it was ended by signal 6 (Aborted)$"
  field verdict incomplete r.json
  echo '#include <gtest/gtest.h>' >empty.cc
  run 0 "$RAVEL" c++ -o empty empty.cc -lgtest_main -lgtest
  run 2 "$RAVEL" check --each-test ./empty
  one_line
  says "^ravel: 'empty' lists no tests of googletest$"
fi
cp "$root/examples/bank.c" .
run 2 "$RAVEL" check --each-test bank.c
one_line
says "knows programs of googletest, Catch2, doctest and Check, and 'bank' is none$"
run 2 "$RAVEL" check --filter x bank.c
says "^ravel: --filter goes with --each-test$"
run 2 "$RAVEL" check --each-test --save s bank.c
says "^ravel: --each-test does not go with --save$"
end

# odd_names SUMMARY: whatever is in a name, its case is explored, or it is said that it is not.
odd_names() {
  run 1 "$RAVEL" check --each-test --quiet --json r.json --junit r.xml ./tests
  prints "$1"
  prints "^fail        loses one, at times: 1 error"
  for name in 'plain' 'with, comma' 'with "quotes" and \\ \[brackets]' 'a\*b' 'a/b c' '<xml> & "attributes"' \
    '\$(touch made) `touch made`; touch made'; do
    prints "^pass        $name: 1 execution, 1 thread$"
  done
  [ ! -e made ] || wrong "a name was run by a shell"
  validates "$root/doc/tests.schema.json" r.json
  python3 -c 'import xml.etree.ElementTree as t; t.parse("r.xml")' || wrong "r.xml is no XML"
  run 1 "$RAVEL" replay --quiet tests-loses-one--at-times.trace.json
  prints "^reproduced"
}

begin "names of doctest may have anything in them"
if tests_of doctest/doctest.h c++ doctest.cc; then
  odd_names ", 13 tests of doctest: 12 passed, 1 failed$"
fi
end

begin "names of Catch2 may have anything in them"
if tests_of catch2/catch.hpp c++ catch2.cc; then
  odd_names ", 13 tests of Catch2: 11 passed, 1 failed, 1 incomplete$"
fi
end

begin "the cases of Check are those of its suites"
if tests_of check.h cc check.c -lcheck -lsubunit -lrt -lm; then
  run 1 "$RAVEL" check --each-test ./tests
  prints "^pass        first suite/alone, and <more>: 1 execution, 1 thread$"
  prints "^fail        first suite/threads: 1 error"
  prints "^pass        other/threads: 1 execution, 2 threads$"
  run 1 "$RAVEL" replay --quiet tests-first-suite-threads.trace.json
  prints "^reproduced"
  run 0 "$RAVEL" check --each-test --filter ^other "$cases/check.c" -lcheck -lsubunit -lrt -lm
  prints ", 1 test of Check: 1 passed$"
fi
end

begin "a baseline knows errors by their tests"
if tests_of gtest/gtest.h c++ googletest.cc -lgtest -lgtest_main; then
  run 0 "$RAVEL" check --each-test --baseline b.json --update-baseline --filter Counter ./tests
  run 0 "$RAVEL" check --each-test --baseline b.json --filter Counter ./tests
  prints "^pass        Counter.Loses: 1 known error, "
  prints_not vanished
  run 1 "$RAVEL" check --each-test --baseline b.json ./tests
  prints "^fail        Some/Limit.Below/2"
  sed -i 's/Counter.Loses/Counter.Gone/' b.json
  run 1 "$RAVEL" check --each-test --baseline b.json --filter Counter ./tests
  prints "^  vanished    exit-status"
  run 0 "$RAVEL" check --each-test --baseline b.json --update-baseline --filter Counter ./tests
  grep -q Counter.Gone b.json && wrong "what has vanished is still there"
  grep -q Counter.Loses b.json || wrong "what was found is not there"
fi
end
unset LONGEST
