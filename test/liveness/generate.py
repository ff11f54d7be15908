"""Random functions with loops, locals, pointers to them, calls, arrays and structures, as one program
that prints a checksum after each call. The same text is C and C++: generate(seed, 'c' or 'c++')."""
import random

C_PRELUDE = """
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define LOAD(a) atomic_load(&(a))
#define STORE(a, x) atomic_store(&(a), x)
#define ADD(a, x) atomic_fetch_add(&(a), x)
#define SWAP(a, x) atomic_exchange(&(a), x)
#define CAS(a, e, x) atomic_compare_exchange_strong(&(a), &(e), x)
#define CAS_WEAK(a, e, x) atomic_compare_exchange_weak(&(a), &(e), x)
#define ATOMIC(type) _Atomic(type)
typedef _Bool flag;
typedef struct pair pair;
typedef struct big big;
typedef struct holder holder;
typedef ATOMIC(uint32_t) atomic32;
"""

CXX_PRELUDE = """
#include <atomic>
#include <csetjmp>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#define LOAD(a) (a).load()
#define STORE(a, x) (a).store(x)
#define ADD(a, x) (a).fetch_add(x)
#define SWAP(a, x) (a).exchange(x)
#define CAS(a, e, x) (a).compare_exchange_strong(e, x)
#define CAS_WEAK(a, e, x) (a).compare_exchange_weak(e, x)
#define ATOMIC(type) std::atomic<type>
typedef bool flag;
typedef ATOMIC(uint32_t) atomic32;
struct thrown { uint32_t value; };
static uint32_t sum;
struct guard {
  uint32_t *place;
  explicit guard(uint32_t *p) : place(p) {}
  ~guard() { *place = *place * 7 + 1; sum += *place; }
};
"""

PRELUDE = """
#define NOINLINE __attribute__((noinline))
struct pair { uint32_t a; uint8_t b; uint64_t c; };
struct big { uint64_t words[5]; };
struct holder { uint32_t n, *p; };
%s
static int fuel;
static uint32_t plain32 = 5;
static uint64_t plain64 = 7;
static uint8_t plain8 = 3;
static volatile uint32_t changing = 9;
static ATOMIC(uint8_t) shared8;
static atomic32 shared32;
static ATOMIC(uint64_t) shared64;
static ATOMIC(uint32_t *) pointer;
static uint32_t *kept = &plain32;
static double number = 1.5;
static void note(uint64_t x) { sum = sum * 31 + (uint32_t)(x ^ x >> 32); }
NOINLINE static void keep(uint32_t *p) { kept = p; *p += 1; }
NOINLINE static void forget(void) { kept = &plain32; STORE(pointer, &plain32); }
NOINLINE static uint32_t peek(void) { return *kept + LOAD(shared32); }
NOINLINE static void change(void) { *kept = *kept * 3 + 1; ADD(shared32, 1); }
NOINLINE static uint32_t read_through(uint32_t *p) { ADD(shared32, 1); return *p; }
NOINLINE static void write_through(uint32_t *p, uint32_t x) { *p = x; ADD(shared32, 2); }
NOINLINE static uint64_t fold(const uint64_t *p, int n) {
  uint64_t s = LOAD(shared32);
  for (int i = 0; i < n; i++) s = s * 5 + p[i] + LOAD(shared8);
  return s;
}
NOINLINE static uint64_t many(uint64_t a, uint32_t b, uint8_t c, uint64_t d, uint64_t e, uint64_t f,
                              uint64_t g, uint32_t h, uint8_t i) {
  uint64_t s = 0;
  for (int k = 0; k < 2; k++) s += a + b * c + LOAD(shared32) * (d ^ e) + f + g * 3 + h * i;
  return s;
}
NOINLINE static uint64_t by_value(big x, pair y) {
  uint64_t s = 0;
  for (int k = 0; k < 5; k++) { s = s * 3 + x.words[k]; ADD(shared32, 1); x.words[k] += y.c; }
  return s + y.a + y.b + y.c + x.words[2];
}
NOINLINE static big make_big(uint64_t x) {
  big b;
  for (int k = 0; k < 5; k++) b.words[k] = x + LOAD(shared8) * k;
  return b;
}
NOINLINE static uint64_t variable(int n, ...) {
  va_list list;
  uint64_t s = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) s = s * 9 + va_arg(list, uint64_t) + LOAD(shared32);
  va_end(list);
  return s;
}
NOINLINE static uint32_t by_stack(int a, int b, int c, int d, int e, int f, uint32_t *p, uint32_t n,
                                  uint32_t *q) {
  for (uint32_t i = 0; i < (n & 3); i++) *p += *q + ADD(shared32, 1);
  return *p + a + b + c + d + e + f;
}
NOINLINE static uint32_t by_holder(holder *h) {
  uint32_t s = 0;
  for (int i = 0; i < 2; i++) s += *h->p + h->n + LOAD(shared8);
  *h->p += s;
  return s;
}
NOINLINE static uint32_t holder_value(holder h) { *h.p += h.n; return *h.p + LOAD(shared8); }
NOINLINE static uint32_t *same_pointer(uint32_t *p) { ADD(shared8, 1); return p; }
NOINLINE static uint32_t *kept_pointer(void) { return kept; }
NOINLINE static void swap_both(uint32_t *p, uint32_t *q) {
  uint32_t x = *p; ADD(shared8, 1); *p = *q; *q = x;
}
NOINLINE static void initialise(uint32_t *p) { *p = LOAD(shared32); }
NOINLINE static void store_pointer(uint32_t **to, uint32_t *p) { *to = p; ADD(shared8, 1); }
NOINLINE static double mix(double x, double y) { ADD(shared8, 1); return x * 0.5 + y + LOAD(shared8); }
static inline uint32_t retry(atomic32 *a, uint32_t x) {
  uint32_t v;
  do v = LOAD(*a); while (!CAS(*a, v, v + x));
  return v;
}
"""

TYPES = {'u8': 'uint8_t', 'u16': 'uint16_t', 'u32': 'uint32_t', 'u64': 'uint64_t', 'i32': 'int32_t'}


class Generator:
    def __init__(self, seed, language):
        self.random = random.Random(f'{seed} {language}')
        self.cxx = language == 'c++'
        self.functions = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # --- expressions

    def atom(self):
        r = self.random.randrange(13)
        if r < 6 and self.scalars:
            return self.random.choice(list(self.scalars))
        if r == 6 and self.arrays:
            return f'{self.random.choice(self.arrays)}[{self.index()}]'
        if r == 7 and self.pairs:
            return f'{self.random.choice(self.pairs)}.{self.pick("a", "b", "c")}'
        if r == 8 and self.pointers:
            return f'*{self.random.choice(self.pointers)}'
        if r == 9:
            return self.pick('plain32', 'plain64', 'plain8', 'changing')
        if r == 10:
            return self.pick('LOAD(shared32)', 'LOAD(shared64)', 'LOAD(shared8)')
        return str(self.random.randrange(1, 100)) + 'u'

    def index(self):
        if self.chance(60) or not self.scalars:
            return str(self.random.randrange(4))
        return f'({self.random.choice(list(self.scalars))} & 3)'

    def expression(self, depth=2):
        if depth == 0 or self.chance(25):
            return self.atom()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        r = self.random.randrange(9)
        if r < 5:
            return f'({a} {self.pick("+", "-", "*", "^", "|", "&")} {b})'
        if r == 5:
            return f'({a} / ({b} | 1u))'
        if r == 6:
            return f'({a} {self.pick("<<", ">>")} ({b} & 7))'
        if r == 7:
            return f'({a} {self.pick("<", "==", ">", "!=")} {b} ? {self.atom()} : {self.atom()})'
        return f'({self.pick("uint8_t", "uint16_t", "uint32_t", "uint64_t")})({a} + {b})'

    def condition(self):
        return f'({self.expression(1)} {self.pick("<", ">", "==", "!=")} {self.expression(1)})'

    # --- calls

    def address(self):
        """Of something with 32 bits."""
        if 'address' in self.without and self.chance(90):
            return self.pick('q', '&plain32')
        places = [name for name, kind in self.scalars.items() if kind == 'u32' and
                  name not in self.constant]
        places += [f'{pair}.a' for pair in self.pairs]
        if self.pointers and self.chance(30):
            return self.random.choice(self.pointers)
        return '&' + self.random.choice(places) if places else '&plain32'

    def wide(self):
        return f'(uint64_t)({self.expression(1)})'

    def call(self):
        r = self.random.randrange(18)
        if r in self.without or r == 4 and 'address' in self.without:
            return f'read_through({self.pick("q", "&plain32")})'
        if r == 14:
            return f'by_stack(1, 2, 3, 4, 5, 6, {self.address()}, {self.expression(1)}, {self.address()})'
        if r == 15:
            return f'*same_pointer({self.address()})'
        if r == 16 and self.holders:
            h = self.random.choice(self.holders)
            return self.pick(f'by_holder(&{h})', f'holder_value({h})', f'*{h}.p')
        if r == 17 and self.locals:
            return f'*LOAD({self.random.choice(self.locals)})'
        if r < 4 and self.functions:
            name = self.random.choice(self.functions[-6:])
            return f'{name}({self.expression(1)}, {self.address()}, {self.expression(1)})'
        if r == 4:
            return f'read_through({self.address()})'
        if r == 5 and self.arrays:
            return f'fold({self.random.choice(self.arrays)}, {self.random.randrange(1, 5)})'
        if r == 6:
            return 'many(' + ', '.join(self.expression(1) for _ in range(9)) + ')'
        if r == 7 and self.bigs and self.pairs:
            return f'by_value({self.random.choice(self.bigs)}, {self.random.choice(self.pairs)})'
        if r == 8:
            n = self.random.randrange(1, 9)
            return f'variable({n}, ' + ', '.join(self.wide() for _ in range(n)) + ')'
        if r == 9:
            return f'(uint64_t)mix({self.expression(1)}, number)'
        if r == 10:
            return f'retry(&shared32, {self.expression(1)})'
        if r == 11:
            return f'make_big({self.wide()}).words[{self.random.randrange(5)}]'
        return 'peek()'

    # --- statements

    def target(self):
        """Something to assign to."""
        r = self.random.randrange(10)
        names = [name for name in self.scalars if name not in self.constant]
        if r == 0 and self.arrays:
            return f'{self.random.choice(self.arrays)}[{self.index()}]'
        if r == 1 and self.pairs:
            return f'{self.random.choice(self.pairs)}.{self.pick("a", "b", "c")}'
        if r == 2 and self.pointers:
            return f'*{self.random.choice(self.pointers)}'
        if r == 3 or not names:
            return self.pick('plain32', 'plain64', 'plain8', 'changing')
        return self.random.choice(names)

    def retry_loop(self, indent):
        bits = self.pick('8', '32', '32', '64')
        kind = {'8': 'u8', '32': 'u32', '64': 'u64'}[bits]
        v = self.declare_name('v')
        lines = [f'{TYPES[kind]} {v};']
        cas = self.pick('CAS', 'CAS_WEAK')
        body = self.block(indent + '  ', 1) if self.chance(40) else []
        self.scalars[v] = kind
        self.constant.add(v)
        new = f'({TYPES[kind]})({v} + {self.expression(1)})'
        r = self.random.randrange(4)
        if r == 0:
            lines += [f'{v} = LOAD(shared{bits});', f'while (!{cas}(shared{bits}, {v}, {new})) {{']
            lines += body + [f'  {v} = LOAD(shared{bits});', '}']
        else:
            lines += ['do {'] + body + [f'  {v} = LOAD(shared{bits});']
            if r == 1:
                lines += [f'  if (({v} & 15) == 3) break;']
            if r == 2:
                lines += [f'  {self.target()} = {self.expression(1)};']
            lines += [f'}} while (!{cas}(shared{bits}, {v}, {new}));']
        return lines

    def declare_name(self, prefix):
        self.names += 1
        return f'{prefix}{self.names}'

    def statement(self, indent, depth):
        r = self.random.randrange(29)
        if f'statement {r}' in self.without:
            r = 0
        if r < 7:
            return [f'{self.target()} {self.pick("=", "=", "=", "+=", "^=")} {self.expression()};']
        if r < 10:
            return [f'{self.target()} = {self.call()};']
        if r < 12:
            return self.retry_loop(indent)
        if r == 12:
            return [f'{self.pick("ADD", "SWAP", "STORE")}(shared{self.pick("8", "32", "64")}, '
                    f'{self.expression(1)});']
        if r == 26 and self.holders:
            h = self.random.choice(self.holders)
            return [self.pick(f'{h}.p = {self.address()};', f'store_pointer(&{h}.p, {self.address()});',
                              f'{h}.n = {self.expression(1)};')]
        if r == 27 and self.locals:
            return [f'STORE({self.random.choice(self.locals)}, {self.address()});']
        if r == 28:
            return [self.pick(f'swap_both({self.address()}, {self.address()});',
                              f'initialise({self.address()});')]
        if r == 13 and self.pointers:
            return [f'{self.random.choice(self.pointers)} = {self.address()};']
        if r == 14:
            return [f'keep({self.address()});', self.pick('change();', 'note(peek());'), 'forget();']
        if r == 15:
            return [f'STORE(pointer, {self.address()});', f'note(*LOAD(pointer));', 'forget();']
        if r == 16:
            return [f'note({self.expression()});']
        if r == 17 and self.bigs:
            return [f'{self.random.choice(self.bigs)} = {self.pick("make_big", "make_big")}({self.wide()});']
        if r == 18:
            return [f'number = mix(number, {self.expression(1)});',
                    'if (!(number > -1e6 && number < 1e6)) number = 1;']
        if r == 19:
            return [f'write_through({self.address()}, {self.expression(1)});']
        if depth == 0:
            return [f'{self.target()} = {self.expression()};']
        if r == 20:
            lines = [f'switch ({self.expression(1)} & 7) {{']
            for case in range(self.random.randrange(2, 7)):
                lines += [f'case {case}: {{'] + self.block(indent + '  ', 0) + ['}', 'break;']
            return lines + ['default: break;', '}']
        if r == 21 and self.cxx:
            return self.exception(indent, depth)
        if r < 24:
            i = self.declare_name('i')
            self.scalars[i] = 'i32'
            self.constant.add(i)
            lines = [f'for (int {i} = 0; {i} < {self.random.randrange(1, 4)}; {i}++) {{']
            lines += self.block(indent + '  ', depth - 1)
            if self.chance(25):
                lines += [f'if ({self.condition()}) {self.pick("break", "continue")};']
            del self.scalars[i]
            return lines + ['}']
        lines = [f'if ({self.condition()}) {{'] + self.block(indent + '  ', depth - 1) + ['}']
        if self.chance(50):
            lines += ['else {'] + self.block(indent + '  ', depth - 1) + ['}']
        return lines

    def exception(self, indent, depth):
        lines = ['try {'] + self.block(indent + '  ', depth - 1)
        if self.chance(40):
            lines += [f'guard g({self.address()});']
        if self.functions:
            lines += [f'{self.target()} = {self.random.choice(self.functions)}({self.expression(1)}, '
                      f'{self.address()}, 1);']
        lines += [f'if ({self.condition()}) throw thrown{{(uint32_t){self.expression(1)}}};']
        return lines + ['} catch (const thrown &caught) {', 'note(caught.value);'] + \
            self.block(indent + '  ', 0) + ['}']

    def block(self, indent, depth):
        """What it declares is not known outside."""
        scalars, constant = dict(self.scalars), set(self.constant)
        lines = []
        for _ in range(self.random.randrange(1, 4)):
            lines += self.statement(indent, depth)
        self.scalars, self.constant = scalars, constant
        return lines

    def function(self, number):
        self.names = 0
        self.scalars, self.constant = {'x': 'u32', 'z': 'u64'}, set()
        self.arrays, self.pairs, self.bigs, self.pointers = [], [], [], ['q']
        self.holders, self.locals = [], []
        # Most functions lack most ways to give an address of theirs away.
        self.without = {r for r in range(18) if self.chance(50)}
        self.without |= {f'statement {r}' for r in (13, 14, 15, 19, 21, 26, 27, 28) if self.chance(60)}
        self.without |= {'address'} if self.chance(50) else set()
        lines = []
        for _ in range(self.random.randrange(1, 7)):
            kind = self.pick('u8', 'u16', 'u32', 'u32', 'u64', 'i32')
            name = self.declare_name('l')
            lines += [f'{TYPES[kind]} {name} = {self.expression(1)};']
            self.scalars[name] = kind
        if self.chance(40):
            lines += ['uint64_t a[4] = {1, 2, x, z};']
            self.arrays += ['a']
        if self.chance(40):
            lines += [f'pair p = {{{"(uint32_t)" + self.expression(0)}, 1, 2}};']
            self.pairs += ['p']
        if self.chance(25):
            lines += ['big b = {{1, 2, 3, x, z}};']
            self.bigs += ['b']
        if self.chance(40):
            lines += [f'uint32_t *r = {self.address()};']
            self.pointers += ['r']
        if self.chance(20):
            lines += [f'holder h = {{3, {self.address()}}};']
            self.holders += ['h']
        if self.chance(20):
            lines += ['ATOMIC(uint32_t *) t;', f'STORE(t, {self.address()});']
            self.locals += ['t']
        if self.chance(4):
            lines += ['unsigned char vla[(x & 15) + 1];', 'memset(vla, (int)x, sizeof vla);',
                      'note(vla[x & 7 & (sizeof vla - 1)]);']
            if self.cxx:
                lines = lines[:-3]
        if self.chance(4) and not self.cxx:
            lines += ['jmp_buf jump;', 'volatile int again = 0;',
                      'if (!setjmp(jump) && !again++) { note(LOAD(shared32)); longjmp(jump, 1); }']
        for _ in range(self.random.randrange(3, 8)):
            lines += self.statement('  ', 2)
        lines += [f'note({name});' for name in self.scalars if self.chance(50)]
        lines += [f'return {self.expression()};']
        name = f'f{number}'
        kind = self.pick('NOINLINE static', 'NOINLINE static', 'static', 'static inline')
        text = f'{kind} uint64_t {name}(uint32_t x, uint32_t *q, uint64_t z) {{\n'
        text += '  if (--fuel < 0) return x;\n'
        if self.cxx and self.chance(10):
            text += '  if ((x & 63) == 5) throw thrown{x};\n'
        self.functions += [name]
        return text + ''.join(f'  {line}\n' for line in lines) + '}\n'

    def program(self, n):
        text = (CXX_PRELUDE if self.cxx else C_PRELUDE) + PRELUDE % (
            '' if self.cxx else 'static uint32_t sum;')
        text += ''.join(self.function(i) for i in range(n))
        text += 'int main(void) {\n  uint32_t local = 1;\n'
        for i in range(n):
            call = f'note(f{i}({i * 7 + 1}, &local, {i * 11 + 3}));'
            if self.cxx:
                call = f'try {{ {call} }} catch (const thrown &t) {{ note(t.value); }}'
            text += f'  fuel = 60;\n  {call}\n  forget();\n'
            text += f'  printf("{i} %u %u\\n", (unsigned)sum, (unsigned)LOAD(shared32));\n'
        return text + '  return 0;\n}\n'


def generate(seed, language, n=16):
    return Generator(seed, language).program(n)


if __name__ == '__main__':
    import sys
    sys.stdout.write(generate(sys.argv[1], sys.argv[2]))
