#!/usr/bin/env python3
"""The page of `ravel show --html` in a browser: steps, keys, search, filters, folding, several errors,
a trace of many events; and no complaint of the browser. Chromium is driven by chromedriver, in the
words of the WebDriver standard. RAVEL is the command under test."""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RAVEL = os.path.abspath(os.environ.get("RAVEL", "build/ravel"))
KEYS = {"down": "\ue015", "up": "\ue013", "left": "\ue012", "right": "\ue014", "end": "\ue010",
        "home": "\ue011", "enter": "\ue007", "escape": "\ue00c"}
LONG = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg) {
  for (int i = 0; i < 2500; i++) {
    pthread_mutex_lock(&m);
    atomic_fetch_add(&a, 1);
    atomic_fetch_add(&b, 1);
    pthread_mutex_unlock(&m);
  }
  return arg;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(!"</script> & <b>both</b>");
}
"""


class Browser:
    def __init__(self, driver, size="1400,900"):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        for _ in range(100):
            with contextlib.suppress(OSError):
                if self.call("GET", "/status")["ready"]:
                    break
            time.sleep(0.1)
        options = {"args": ["--headless", "--no-sandbox", "--disable-gpu", f"--window-size={size}"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL"}}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from error

    def open(self, path):
        self.call("POST", f"{self.session}/url", {"url": "about:blank"})
        self.call("POST", f"{self.session}/url", {"url": f"file://{path}"})

    def run(self, script):
        return self.call("POST", f"{self.session}/execute/sync", {"script": script, "args": []})

    def press(self, *keys):
        actions = [{"type": way, "value": KEYS.get(key, key)} for key in keys
                   for way in ("keyDown", "keyUp")]
        self.call("POST", f"{self.session}/actions",
                  {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def complaints(self):
        return [line["message"] for line in self.call("POST", f"{self.session}/se/log", {"type": "browser"})]

    def close(self):
        with contextlib.suppress(Exception):
            self.call("DELETE", self.session)
        self.process.terminate()
        self.process.wait()


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def that(self, sentence, holds, got=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {sentence}: {got!r}")


def ravel(directory, status, *arguments):
    done = subprocess.run([RAVEL, *arguments], cwd=directory, capture_output=True, text=True, timeout=120)
    if done.returncode != status:
        raise SystemExit(f"ravel {' '.join(arguments)} exits with {done.returncode}: {done.stderr}")


def make_pages(directory):
    for name in ("bank", "philosophers", "lazy"):
        ravel(directory, 1, "check", "--quiet", str(ROOT / "examples" / f"{name}.c"))
    bystander = ROOT / "test" / "programs" / "ends" / "story_deadlock_bystander.c"
    ravel(directory, 1, "check", "--quiet", str(bystander))
    (directory / "long.c").write_text(LONG)
    ravel(directory, 1, "check", "--quiet", "long.c")
    ravel(directory, 0, "show", "--html", "bank.html", "bank.trace.json")
    ravel(directory, 0, "show", "--html", "long.html", "long.trace.json")
    bank = str(ROOT / "examples" / "bank.c")
    ravel(directory, 1, "check", "--quiet", "--keep-going", "--tree", "tree.json", "--trace", "tree.trace.json", bank)
    ravel(directory, 0, "show", "--html", "tree.html", "tree.trace.json", "tree.json")
    ravel(directory, 1, "check", "--quiet", "--keep-going", "--algorithm=naive", "--tree", "naive.json",
          "--trace", "naive.trace.json", bank)
    ravel(directory, 0, "show", "--html", "naive.html", "naive.json")
    ravel(directory, 0, "show", "--html", "several.html", "philosophers.trace.json", "lazy.trace.json",
          "story_deadlock_bystander.trace.json")


def check_tree(browser, checks, directory):
    tree = json.loads((directory / "tree.json").read_text())
    ends = [node for node in tree["nodes"] if "execution" in node]
    browser.open(directory / "tree.html")
    browser.press("[")
    checks.that("[ turns to the tree", browser.run("return document.body.classList.contains('tree-view')"))
    browser.run("renderTree(true)")  # as for paper
    checks.that("every exploration has a box",
                browser.run("return document.querySelectorAll('rect.tree-end').length") == len(ends))
    checks.that("errors are marked", browser.run("return document.querySelectorAll('rect.tree-end.bad').length")
                == sum("error" in node for node in ends))
    checks.that("every branch says what it reverses", browser.run(
        "return document.querySelectorAll('.tree-reason').length") == 2 * (len(ends) - 1))
    browser.press("right", "right")
    where = "return [treeState.column, treeState.depth]"
    begin = [node for i, node in enumerate(tree["nodes"]) if i > 1 and "execution" in tree["nodes"][i - 1]][1]
    checks.that("right goes to where the exploration begins", browser.run(where)[0] == 2 and browser.run(
        "return TREE.nodes[treeState.path[treeState.depth]].does") == begin["does"], browser.run(where))
    side = browser.run("return document.getElementById('why').textContent")
    first, second = tree["nodes"][begin["first"]], tree["nodes"][begin["second"]]
    checks.that("the side says why", side.find(first["does"]) < side.find("came before")
                < side.rfind(second["does"]), side)
    checks.that("the pair is marked where it was found",
                browser.run("return document.querySelectorAll('.tree-pair-end').length") == 2)
    browser.press("e")
    checks.that("e goes to the next error", browser.run(
        "return outcome(TREE.nodes[TREE.columns[treeState.column].end])") == "assertion")
    browser.press("z")
    checks.that("z is the overview", browser.run("return document.querySelectorAll('.tree-label').length") == 0)
    browser.press("z", "home", "down")
    checks.that("down makes a step", browser.run(where) == [0, 1], browser.run(where))
    browser.press("e", "enter")
    checks.that("Enter opens the trace of the error",
                not browser.run("return document.body.classList.contains('tree-view')"))
    browser.open(directory / "naive.html")
    checks.that("a page can have a tree alone", browser.run("return TREE.columns.length") > 3000)
    browser.press("e")
    checks.that("of a large tree what can be seen is in the document",
                browser.run("return document.querySelectorAll('.tree-state').length") < 1000)
    checks.that("and it is where the error is", browser.run("return document.querySelectorAll('rect.tree-end.bad').length") > 0)


def events_of(path):
    return json.loads(path.read_text())["events"]


def now(browser):
    return browser.run("return state.now")


def check_bank(browser, checks, directory):
    events = events_of(directory / "bank.trace.json")
    preempting = next(i for i, e in enumerate(events) if e.get("preempts"))
    browser.open(directory / "bank.html")
    checks.that("the page begins at the preemption", now(browser) == preempting, now(browser))
    checks.that("it says what the error needs",
                "needs 1 preemption" in browser.run("return document.getElementById('facts').textContent"))
    checks.that("the preemption is marked once",
                browser.run("return document.querySelectorAll('.preempted').length") == 1)
    browser.press("down", "j", "up")
    checks.that("keys step", now(browser) == preempting + 1, now(browser))
    browser.run("document.getElementById('back').click()")
    checks.that("buttons step", now(browser) == preempting, now(browser))
    browser.press("home")
    checks.that("Home goes to the beginning", now(browser) == 0, now(browser))
    browser.press("p")
    checks.that("p goes to the preemption", now(browser) == preempting, now(browser))
    browser.press("left")
    before = now(browser)
    checks.that("an arrow leads back to another thread",
                before < preempting and events[before]["thread"] != events[preempting]["thread"], before)
    browser.press("end")
    checks.that("End goes to the error", now(browser) == len(events) - 1, now(browser))
    line = (ROOT / "examples" / "bank.c").read_text().splitlines().index(
        next(l for l in (ROOT / "examples" / "bank.c").read_text().splitlines() if "/* money */" in l)) + 1
    checks.that("the line of the error is marked in the source",
                browser.run("return document.querySelector('#source .bad').dataset.line") == str(line))
    checks.that("values are those of the end", "120" in browser.run(
        "return [...document.querySelectorAll('#state tr')].find("
        "r => r.textContent.startsWith('alice.balance')).textContent"))


def check_search(browser, checks, directory):
    events = events_of(directory / "bank.trace.json")
    browser.open(directory / "bank.html")
    browser.press("home", "/", *"writes bob", "enter")
    writes = [i for i, e in enumerate(events) if e["kind"] == "write" and e["object"] == "bob.balance"]
    checks.that("search finds the first", now(browser) == writes[0], now(browser))
    browser.press("enter")
    checks.that("and the next", now(browser) == writes[1], now(browser))
    browser.press("escape", "home", "j")
    checks.that("Esc gives the keys back to the lanes", now(browser) == 1, now(browser))
    browser.run("const s = document.getElementById('thread'); s.value = '1'; "
                "s.dispatchEvent(new Event('change'))")
    shown = browser.run("return state.rows.map(r => state.trace.events[r.event].t)")
    wanted = sum(e["thread"] == 1 for e in events)
    checks.that("a thread alone", shown == [1] * wanted, shown)
    browser.run("document.getElementById('thread').value = ''; "
                "const s = document.getElementById('object'); s.value = 'alice.lock'; "
                "s.dispatchEvent(new Event('change'))")
    wanted = sum(e.get("object") == "alice.lock" for e in events)
    checks.that("an object alone", browser.run("return state.rows.length") == wanted)
    browser.run("document.getElementById('theme').click()")
    checks.that("dark and light", browser.run("return document.documentElement.classList.contains('dark')"))
    browser.press("?")
    checks.that("? shows the keys", browser.run("return document.getElementById('help').open"))


def check_several(browser, checks, directory):
    browser.open(directory / "several.html")
    checks.that("each error has a tab", browser.run("return document.getElementById('tabs').children.length") == 3)
    browser.press("]")
    checks.that("the second one is the data race",
                browser.run("return document.querySelector('#title .kind').textContent") == "data-race")
    checks.that("both racing accesses are marked", browser.run("return document.querySelectorAll('.marked').length") == 2)
    title = browser.run("return document.getElementById('title').textContent")
    checks.that("its title names the variable and both sides",
                "settings: T1 writes lazy.c:38, T2 reads lazy.c:34" in title, title)
    browser.press("end")
    side = browser.run("return document.getElementById('state').textContent")
    checks.that("beside the error are both stacks, the locks, and what would order them",
                all(part in side for part in ("T1 holds lock, T2 does not", "The other side: T2", "holding lock")), side)
    browser.press("home")
    side = browser.run("return document.getElementById('state').textContent")
    checks.that("and only there", "The other side" not in side, side)
    checks.that("without a preemption nothing leads to one",
                browser.run("return document.getElementById('preemption').disabled"))
    browser.press("]")
    fold = "return [...document.querySelectorAll('.fold')].map(f => f.textContent).join()"
    checks.that("what the error does not need is folded",
                "4 events of T3 bystander that the error does not need" in browser.run(fold), browser.run(fold))
    browser.press("f")
    checks.that("and unfolded", browser.run(fold) == "", browser.run(fold))


def check_long(browser, checks, directory):
    events = events_of(directory / "long.trace.json")
    checks.that("the long trace is long", len(events) > 20000, len(events))
    browser.open(directory / "long.html")
    checks.that("its message is text, not markup", "</script> & <b>both</b>" in browser.run(
        "return document.getElementById('title').textContent"))
    browser.press("f", "end")
    checks.that("it is unfolded to all its events", browser.run("return state.rows.length") == len(events))
    checks.that("few rows are in the document", browser.run("return document.querySelectorAll('.row').length") < 100)
    browser.run("document.getElementById('lanes').scrollTop = 10000 * 24")
    time.sleep(0.3)
    rows = browser.run("return [...document.querySelectorAll('.row')].map(r => Number(r.dataset.row))")
    checks.that("scrolling shows the rows that are there", 10005 in rows, rows[:3])


def main():
    driver = shutil.which("chromedriver")
    if not driver or not shutil.which("chromium"):
        print("skipped: there is no Chromium here (packages chromium and chromium-driver)")
        print("0 passed, 0 failed")
        return 0
    checks = Checks()
    with tempfile.TemporaryDirectory(prefix="ravel-page-") as name:
        directory = pathlib.Path(name)
        make_pages(directory)
        browser = Browser(driver)
        try:
            for part in (check_bank, check_search, check_several, check_long, check_tree):
                part(browser, checks, directory)
                complaints = browser.complaints()
                checks.that(f"the browser has no complaint ({part.__name__})", not complaints, complaints)
        finally:
            browser.close()
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
