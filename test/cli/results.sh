# The result for other programs: JUnit, SARIF, GitHub's annotations, and what JSON says of errors.

# holds FILE EXPRESSION...: of a JUnit, SARIF or JSON file.
holds() {
  told=$(python3 "$here/holds.py" "$@" 2>&1) || told="$told: holds.py failed"
  [ -z "$told" ] || wrong "$told"
}
# valid FILE...: against the schema of their ending.
valid() {
  for file in "$@"; do
    case $file in
    *.sarif) schema=$here/sarif.schema.json ;;
    *) schema=$root/doc/result.schema.json ;;
    esac
    told=$(python3 "$here/schema.py" "$schema" "$file" 2>&1) || told="$told: schema.py failed"
    [ -z "$told" ] || wrong "$told"
  done
}
all="--json=r.json --junit=r.xml --sarif=r.sarif"

cat >"$scratch/race.c" <<'EOF'
#include <pthread.h>
#include <stddef.h>
static int shared;
static void change(int to) {
  shared = to;
}
static void *writer(void *arg) {
  change(1);
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  change(2);
  pthread_join(a, NULL);
  return 0;
}
EOF
cat >"$scratch/two.c" <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *set(void *arg) { x = 1; x = 2; return arg; }
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, set, NULL);
  int seen = x;
  if (seen == 0)
    assert(seen != 0);
  if (seen == 1)
    assert(seen != 1);
  pthread_join(a, NULL);
  return 0;
}
EOF

begin "a pass, in all formats at once"
cp "$scratch/pass.c" .
run 0 "$RAVEL" check pass.c $all -- a 'b c'
only_files pass.c r.json r.sarif r.xml
valid r.json r.sarif
holds r.xml 'root.tag == "testsuites"' 'root.get("tests") == "1"' 'root.get("failures") == "0"' \
  'root.get("errors") == "0"' 'len(cases) == 1' "case.get('name') == \"pass.c a 'b c'\"" \
  'case.find("failure") is None' 'case.find("error") is None' 'float(case.get("time")) >= 0' \
  'counts["executions"] == "2"' 'counts["verdict"] == "pass"' \
  'case.find("system-out").text.startswith("pass")'
holds r.sarif 'results == []' 'invocation["executionSuccessful"] is True' \
  'invocation["arguments"][:2] == ["check", "pass.c"]' 'run["tool"]["driver"]["name"] == "Ravel"'
end

begin "the rules of SARIF are the kinds of errors, as explain tells them"
cp "$scratch/pass.c" .
run 0 "$RAVEL" check pass.c --sarif=r.sarif
for kind in $("$RAVEL" explain | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
  "$RAVEL" explain $kind | sed -n '/^what to do$/,$p' | tail -n +2 | tr -s ' \n' '  ' >words
  holds r.sarif "' '.join([each for each in run['tool']['driver']['rules'] if each['id'] == '$kind']
    [0]['help']['text'].split()) == open('words').read().strip()"
done
holds r.sarif 'len(run["tool"]["driver"]["rules"]) == 15' \
  'all(each["shortDescription"]["text"] for each in run["tool"]["driver"]["rules"])'
end

begin "a race has both sides, their stacks, the variable and the interleaving"
cp "$scratch/race.c" .
run 1 "$RAVEL" check race.c $all
valid r.json r.sarif
holds r.json 'json["errors"][0]["kind"] == "data-race"' 'json["errors"][0]["variable"] == "shared"' \
  '{json["errors"][0]["thread"], json["errors"][0]["other_thread"]} == {"main", "T1 writer"}' \
  '[f["function"] for f in json["errors"][0]["stack"]] in (["change", "main"], ["change", "writer"])' \
  '{f["line"] for s in ("stack", "other_stack") for f in json["errors"][0][s]} == {5, 8, 14}' \
  'json["errors"][0]["stack"][0]["file"] == "race.c"' 'json["errors"][0]["other_side"] == "racing"'
holds r.sarif 'results[0]["ruleId"] == "data-race"' 'results[0]["level"] == "error"' \
  'run["tool"]["driver"]["rules"][results[0]["ruleIndex"]]["id"] == "data-race"' \
  'results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "race.c"' \
  'results[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 5' \
  'results[0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 5' \
  'len(results[0]["stacks"]) == 2' 'len(results[0]["stacks"][1]["frames"]) == 2' \
  'invocation["executionSuccessful"] is True'
# The flow has the thread's creation, both accesses and the error, in this order.
cat >flow.py <<'EOF'
import json
flow = json.load(open("r.sarif"))["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]
texts = [each["location"]["message"]["text"] for each in flow["locations"]]
order = [each["executionOrder"] for each in flow["locations"]]
assert order == sorted(set(order)), order
at = [next(i for i, t in enumerate(texts) if what in t) for what in ("main: creates T1 writer", "write", "error: data-race")]
assert at == sorted(at), texts
essential = [t for t, each in zip(texts, flow["locations"]) if each["importance"] == "essential"]
assert sum("shared" in t for t in essential) == 2, essential
EOF
python3 flow.py 2>"$scratch/err" || wrong "the flow is not what happened"
holds r.xml 'root.get("failures") == "1"' 'case.find("failure").get("type") == "data-race"' \
  'case.find("failure").get("message").startswith("race.c:5: data-race: ")' \
  '"interleaving" in case.find("failure").text' 'case.get("file") == "race.c"' \
  'counts["trace"] == "race.trace.json"'
end

begin "fingerprints of SARIF stay when lines move, and differ between errors"
cp "$scratch/two.c" .
run 1 "$RAVEL" check two.c --keep-going --sarif=a.sarif
{ printf '// one more line\n\n'; cat "$scratch/two.c"; } >two.c
run 1 "$RAVEL" check two.c --keep-going --sarif=b.sarif
valid a.sarif b.sarif
cat >same.py <<'EOF'
import json
def of(path):
    return [(each["partialFingerprints"]["ravelError/v1"],
             each["locations"][0]["physicalLocation"]["region"]["startLine"])
            for each in json.load(open(path))["runs"][0]["results"]]
a, b = sorted(of("a.sarif")), sorted(of("b.sarif"))
assert [f for f, _ in a] == [f for f, _ in b], (a, b)
assert [line + 2 for _, line in a] == [line for _, line in b], (a, b)
assert len({f.split(":")[0] for f, _ in a}) == 2, a
EOF
python3 same.py 2>"$scratch/err" || wrong "the fingerprints are not as they should be"
end

begin "of two errors each is a test case and a result"
cp "$scratch/two.c" .
run 1 "$RAVEL" check two.c --keep-going $all
valid r.json r.sarif
holds r.xml 'root.get("tests") == "2"' 'root.get("failures") == "2"' 'len(cases) == 2' \
  'case.get("name") == "two.c"' 'len({each.get("name") for each in cases}) == 2' \
  'all(len(each.findall("failure")) == 1 for each in cases)' \
  '{each.get("line") for each in cases} == {"11", "13"}'
holds r.sarif 'len(results) == 2' '[each["properties"]["trace"] for each in results] ==
  ["two.trace.json", "two-2.trace.json"]'
end

begin "of a deadlock every thread that waits is told"
"$RAVEL" explain --example deadlock >d.c
run 1 "$RAVEL" check d.c $all
valid r.json r.sarif
holds r.json 'len(json["errors"][0]["waits"]) == 3' \
  'any("held by" in each["waits"] for each in json["errors"][0]["waits"])'
holds r.sarif 'len(results[0]["relatedLocations"]) == 3' \
  'any("waits for mutex" in each["message"]["text"] for each in results[0]["relatedLocations"])'
end

begin "of a block of memory it is told where it was freed and allocated"
"$RAVEL" explain --example use-after-free >u.c
run 1 "$RAVEL" check u.c $all
valid r.json r.sarif
holds r.json 'json["errors"][0]["other_side"] == "freed"' 'json["errors"][0]["allocation_stack"]'
holds r.sarif '[each["message"]["text"].split(",")[0] for each in results[0]["relatedLocations"]] ==
  ["freed", "allocated"]'
end

begin "a run that was stopped is no pass in any format"
cp "$scratch/pass.c" .
run 3 "$RAVEL" check pass.c --max-executions=1 $all
valid r.json r.sarif
holds r.xml 'root.get("errors") == "1"' 'root.get("failures") == "0"' \
  'case.find("error").get("type") == "incomplete"' \
  '"stopped by --max-executions" in case.find("error").get("message")'
holds r.sarif 'results == []' 'invocation["executionSuccessful"] is False' \
  '"--max-executions" in invocation["toolExecutionNotifications"][0]["message"]["text"]' \
  'invocation["toolExecutionNotifications"][0]["level"] == "warning"'
end

begin "what is unsupported is a note, and no success"
"$RAVEL" explain --example unsupported >u.c
run 2 "$RAVEL" check u.c $all
valid r.json r.sarif
holds r.xml 'root.get("errors") == "1"' 'root.get("failures") == "0"' \
  'case.find("error").get("type") == "unsupported"'
holds r.sarif 'results[0]["level"] == "note"' 'invocation["executionSuccessful"] is False' \
  'invocation["toolExecutionNotifications"][0]["level"] == "error"'
end

begin "a program that does not compile is told in all formats"
echo 'int main(' >bad.c
GITHUB_ACTIONS=true run 2 "$RAVEL" check bad.c $all
valid r.json r.sarif
holds r.xml 'root.get("errors") == "1"' "case.find('error').get('message') == \"'bad.c' does not compile\""
holds r.sarif 'results == []' 'invocation["executionSuccessful"] is False'
prints "^::error title=ravel check bad.c::'bad.c' does not compile$"
end

begin "names and messages may have quotes, <, &, new lines, control characters and any letters"
name=$(printf 'a "b" <&>\n%%:,ü.c')
cat >"$name" <<'EOF'
#include <assert.h>
#include <stdio.h>
int main(void) {
  printf("\001\033[31m]]> \377 <b> & \"\n");
  fflush(stdout);
  assert(!"<a> & 'b' \" ü");
}
EOF
GITHUB_ACTIONS=true run 1 "$RAVEL" check "$name" --trace=t.json $all -- 'x<&"
y'
valid r.json r.sarif
cat >names.py <<'EOF'
import json, sys, urllib.parse, xml.etree.ElementTree as xml
name = sys.argv[1]
result = json.load(open("r.sarif"))["runs"][0]["results"][0]
uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
assert uri == urllib.parse.quote(name), uri
assert "<a> & 'b'" in result["message"]["text"], result["message"]
case = xml.parse("r.xml").getroot().find("testsuite/testcase")
assert case.get("file") == name, case.get("file")
assert case.get("name").startswith(name + " "), case.get("name")
assert 'x<&"\ny' in case.get("name"), case.get("name")
assert "<a> & 'b'" in case.find("failure").get("message")
assert "]]> \ufffd <b> & \"" in case.find("failure").text, case.find("failure").text
assert json.load(open("r.json"))["program"] == name
EOF
python3 names.py "$name" 2>"$scratch/err" || wrong "a name is not what it was"
prints '^::error file=a "b" <&>%0A%25%3A%2Cü.c,line=6,title=assertion '
end

begin "GitHub's annotations are there where it runs the command, and nowhere else"
mkdir -p checkout/tests
cp "$scratch/race.c" "$scratch/pass.c" checkout/tests
cd checkout/tests || exit 1
run 1 "$RAVEL" check race.c
prints_not '^::'
GITHUB_ACTIONS=true GITHUB_WORKSPACE=$work/checkout run 1 "$RAVEL" check race.c --quiet $all
prints '^::error file=tests/race.c,line=5,title=data-race (ravel check race.c)::'
prints '::.* races with .*%0Athe other side: thread .* at race.c:5%0A'
[ "$(grep -c '^::' "$scratch/out")" -eq 1 ] || wrong "not one annotation"
holds r.sarif 'results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "tests/race.c"' \
  'run["originalUriBaseIds"]["SRCROOT"]["uri"].endswith("/checkout/")'
holds r.xml 'case.get("file") == "tests/race.c"'
CI_PROJECT_DIR=$work/checkout run 1 "$RAVEL" check race.c --junit=r.xml
prints_not '^::'
holds r.xml 'case.get("file") == "tests/race.c"'
GITHUB_ACTIONS=true run 3 "$RAVEL" check pass.c --max-executions=1
prints '^::warning title=ravel check pass.c::stopped by --max-executions'
GITHUB_ACTIONS=true run 0 "$RAVEL" check pass.c
prints_not '^::'
end

for format in junit:xml sarif:sarif; do
  option=${format%:*}
  begin "with --$option - standard output is the result and nothing else"
  cp "$scratch/lost.c" .
  GITHUB_ACTIONS=true run 1 "$RAVEL" check lost.c --$option -
  says "^assertion:"
  says "^::error "
  cp "$scratch/out" out.${format#*:}
  [ $option = junit ] && holds out.xml 'root.get("failures") == "1"'
  [ $option = sarif ] && valid out.sarif && holds out.sarif 'len(results) == 1'
  end

  begin "a path that cannot be written is refused before the search: --$option"
  cp "$scratch/lost.c" .
  run 2 "$RAVEL" check lost.c --$option nowhere/r
  says "cannot write 'nowhere/r'"
  one_line
  only_files lost.c
  end

  begin "a full disk under --$option takes nothing from an error, nor from other files"
  cp "$scratch/lost.c" "$scratch/pass.c" .
  run 1 "$RAVEL" check lost.c --$option /dev/full --json=r.json
  says "cannot write '/dev/full': No space left"
  field verdict fail r.json
  run 2 "$RAVEL" check pass.c --$option /dev/full
  one_line
  end
done

begin "two formats in one file are refused before the search"
cp "$scratch/lost.c" .
run 2 "$RAVEL" check lost.c --json=r --sarif=r
says "json and --sarif both write 'r'"
one_line
run 2 "$RAVEL" check lost.c --junit=- --sarif=-
one_line
only_files lost.c
end

begin "the schema of the JSON fits samples, limits, profiles and suppressed errors"
cp "$scratch/pass.c" "$scratch/lost.c" "$scratch/race.c" .
echo 'race:writer' >known.txt
run 0 "$RAVEL" check race.c --suppress=known.txt --json=s.json --sarif=s.sarif
valid s.json s.sarif
holds s.json 'json["suppressed"]'
holds s.sarif 'results == []'
run 3 "$RAVEL" check pass.c --sample=pct --json=a.json
run 0 "$RAVEL" check pass.c --profile --preemption-bound=auto --json=b.json
run 0 "$RAVEL" check pass.c --algorithm=unfold --json=c.json
run 1 "$RAVEL" check lost.c --json=d.json
valid a.json b.json c.json d.json
sed 's/"verdict": "fail"/"verdict": "failed"/; s/"line": /"lin": /' d.json >e.json
[ "$(python3 "$here/schema.py" "$root/doc/result.schema.json" e.json | wc -l)" -ge 3 ] ||
  wrong "the schema takes anything"
end
