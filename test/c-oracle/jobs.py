#!/usr/bin/env python3
"""Random C programs, each searched with one worker and with several: verdict, counts and, with
--keep-going, the errors must be the same. The programs and options are those of check.py.

    jobs.py RAVEL C_ORACLE SEED COUNT
"""

import json
import os
import random
import sys
import tempfile

from check import BATCH, FEATURE, SECONDS, Batch, draw_options, run

LEFT_OUT = ("retry-loops", "helping", "system", "descriptors")
COUNTS = ("verdict", "executions", "blocked", "bounded", "void", "events")


def search(batch, number, setting, jobs, directory):
    """What a search has come to, or None where it takes too long."""
    result_file = os.path.join(directory, "result.json")
    if os.path.exists(result_file):
        os.unlink(result_file)
    done = run([batch.ravel, "check", "--quiet", "-j%d" % jobs, "--max-seconds=%d" % SECONDS,
                "--json=" + result_file, "--trace=" + os.path.join(directory, "t.json"),
                *setting["options"], batch.binary, "--", str(number), str(setting["chosen"])],
               cwd=directory, timeout=4 * SECONDS)
    with open(result_file) as file:
        result = json.load(file)
    if "failure" in result:
        return {"failure": done.stdout[-300:]}
    if "--max-seconds" in result.get("stopped_by", ""):
        return None
    if result["errors"] and not setting["keep_going"]:
        return {"verdict": result["verdict"]}
    return {**{name: result[name] for name in COUNTS},
            "errors": sorted((error["kind"], error["location"]) for error in result["errors"])}


def settings_of(program):
    """Options with which a search can be divided."""
    setting = draw_options(program["seed"], program)
    left_out = ("--context", "--observers", "--preemption", "--k=", "--order=random")
    setting["options"] = [option.replace("unfold", "optimal") for option in setting["options"]
                          if not option.startswith(left_out)]
    return setting


def compare(batch, number, setting):
    """What differs, or None."""
    rng = random.Random(number)
    with tempfile.TemporaryDirectory(dir=batch.directory) as directory:
        alone = search(batch, number, setting, 1, directory)
        jobs = rng.choice([2, 2, 3, 5])
        team = alone and search(batch, number, setting, jobs, directory)
    return "-j%d: %s, not %s" % (jobs, team, alone) if team and team != alone else None


def main():
    ravel, oracle, seed, count = *map(os.path.abspath, sys.argv[1:3]), *map(int, sys.argv[3:5])
    features = sum(FEATURE.values()) - sum(FEATURE[name] for name in LEFT_OUT)
    passed = failed = 0
    for first in range(seed, seed + count, BATCH):
        rng = random.Random(first)
        how = (rng.choice(["gcc", "clang"]), rng.choice(["-O0", "-O1", "-O2"]))
        own = features & ~FEATURE["weak-cas"] if how[0] == "clang" else features
        seeds = [str(at) for at in range(first, min(first + BATCH, seed + count))]
        with tempfile.TemporaryDirectory() as directory:
            batch = Batch(directory, (ravel, oracle), own, seeds, how)
            batch.compile()
            for number, program in enumerate(batch.programs):
                setting = settings_of(program)
                wrong = compare(batch, number, setting)
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print("== %s: %s\n   %s %s %s outcome %s" % (
                        program["seed"], wrong, *how, " ".join(setting["options"]), setting["chosen"]), flush=True)
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
