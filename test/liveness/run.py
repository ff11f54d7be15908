"""Whether what liveness_of() calls dead is: programs run the same when it is overwritten (hooks.c), and
in loops of lock-free algorithms everything that differs from round to round is dead somewhere.

usage: run.py DIRECTORY [FIRST_SEED COUNT]     DIRECTORY has libhooks.so; files are made there"""
import concurrent.futures
import os
import subprocess
import sys

from generate import generate

HERE = os.path.dirname(os.path.abspath(__file__))
# As `ravel cc` has them.
FLAGS = ['-g', '-w', '-fsanitize=thread', '-fno-omit-frame-pointer', '-fno-jump-tables', '-I', HERE]
# Random programs with others too.
MORE_FLAGS = [['-fwrapv'], ['-fwrapv', '-fjump-tables'], ['-fwrapv', '-fomit-frame-pointer']]
VARIANTS = [(compiler, level, language) for language in ('c', 'c++') for compiler in ('gcc', 'clang')
            for level in ('-O0', '-O1', '-O2')]
# Loops in which nothing but the value of an operation differs need no answer.
NEED_NONE = ['read lock', 'ticket lock']


def build(source, program, *options):
    """The hooks take the place of the sanitizer's own library."""
    directory = os.path.dirname(program)
    compiler, *flags = options
    subprocess.run([compiler, *FLAGS, *flags, '-c', source, '-o', program + '.o'], check=True)
    subprocess.run(['g++', program + '.o', '-o', program, '-L' + directory, '-lhooks',
                    '-Wl,-rpath,' + directory], check=True)


def run(program, **environment):
    try:
        result = subprocess.run([program], env={**os.environ, **environment}, timeout=60,
                                stdout=subprocess.PIPE, text=True, check=False)
        return f'{result.stdout}exit status {result.returncode}\n'
    except subprocess.TimeoutExpired:
        return 'no end\n'


def test_loops(directory, variant):
    """Returns what is wrong, one line each."""
    compiler, level, language = variant
    name = f'loops{level} {compiler} {language}'
    source = os.path.join(HERE, 'loops.c' if language == 'c' else 'loops.cc')
    program = os.path.join(directory, f'loops{level}.{compiler}.{language}')
    build(source, program, compiler, level)
    rounds = run(program).splitlines()
    wrong = [f'{name}: {line}' for line in rounds[:-1] if not line.endswith(': same')]
    if rounds[-1] != 'exit status 0' or len(rounds) < 7:
        wrong += [f'{name}: {rounds[-1]}']
    # The test could not tell otherwise.
    for line in run(program, NOTHING_DEAD='1').splitlines()[:-1]:
        if not line.endswith(': different') and line.split(':')[0] not in NEED_NONE:
            wrong += [f'{name}: {line}, though nothing was left out']
    return wrong


def test_traps(directory, variant):
    compiler, level, language = variant
    program = os.path.join(directory, f'traps{level}.{compiler}.{language}')
    build(os.path.join(HERE, 'traps.c'), program, compiler, level, '-x', language)
    expected, found = run(program).splitlines(), run(program, POISON='1').splitlines()
    wrong = [f'traps{level} {compiler} {language}: {after}, not {before}'
             for before, after in zip(expected, found) if before != after]
    if expected[-1] != 'exit status 0' or len(found) != len(expected):
        wrong += [f'traps{level} {compiler} {language}: {expected[-1]}, {found[-1]}']
    return wrong


def test_random(directory, seed):
    compiler, level, language = VARIANTS[seed % len(VARIANTS)]
    program = os.path.join(directory, f'random{seed}')
    source = program + ('.c' if language == 'c' else '.cc')
    with open(source, 'w', encoding='utf-8') as file:
        file.write(generate(seed, language))
    flags = [level, *MORE_FLAGS[seed // len(VARIANTS) % len(MORE_FLAGS)]]
    build(source, program, compiler, *flags)
    expected = run(program)
    how = ' '.join([source, compiler, *flags])
    wrong = [f'{how}: POISON={poison} changes what it does'
             for poison in ('1', '2') if run(program, POISON=poison) != expected]
    if not expected.endswith('exit status 0\n'):
        wrong += [f'{how}: it ends badly by itself']
    if not wrong:
        for path in (program, program + '.o', source):
            os.unlink(path)
    return wrong


def main():
    directory = os.path.abspath(sys.argv[1])
    first, count = (int(arg) for arg in sys.argv[2:4]) if len(sys.argv) > 2 else (1, 24)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tests = [pool.submit(test_random, directory, seed) for seed in range(first, first + count)]
        if len(sys.argv) == 2:
            tests += [pool.submit(test, directory, variant) for test in (test_loops, test_traps)
                      for variant in VARIANTS]
        failed = 0
        for test in tests:
            wrong = test.result()
            failed += bool(wrong)
            print('\n'.join(wrong), end='\n' if wrong else '')
    print(f'{len(tests) - failed} passed, {failed} failed')
    return failed > 0


sys.exit(main())
