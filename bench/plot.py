"""A line chart with a logarithmic scale, as SVG without a script or a style sheet of its own."""

from html import escape
from collections import namedtuple
from math import ceil, floor, log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 780, 320, 84, 310, 16, 40
COLOURS = ["#1f6fc4", "#d9822b", "#1a7f37", "#c62828", "#7b4bb7", "#0f8b8d", "#b3589a", "#6b6b6b",
           "#8a6d1d", "#2e9e6b", "#4a57a8", "#a04848"]


# How a line and its marks look: a circle, square or triangle.
Style = namedtuple("Style", "shape hollow dotted")
PLAIN = Style("circle", False, False)


class Chart:
    """`lines`: for each name a list of (x, y). `marks`: names that are drawn as marks alone, each in
    the colour of the line before it. `styles`: of some names."""

    def __init__(self, x_name, y_name, lines, marks=(), styles=()):
        self.x_name, self.y_name = x_name, y_name
        self.styles = dict(styles)
        self.lines = {name: sorted(points) for name, points in lines.items() if points}
        self.marks = set(marks)
        self.colours = {}
        for name in lines:
            shown = len(set(lines) & set(self.colours) - self.marks) - (name in self.marks)
            self.colours[name] = COLOURS[shown % len(COLOURS)]
        points = [point for line in self.lines.values() for point in line]
        self.xs = sorted({x for x, _ in points})
        self.least = floor(log10(max(1, min(y for _, y in points))))
        self.most = max(self.least + 1, ceil(log10(max(y for _, y in points) or 1)))

    def x(self, x):
        width = WIDTH - LEFT - RIGHT
        first, last = self.xs[0], self.xs[-1]
        return LEFT + (width / 2 if first == last else (x - first) / (last - first) * width)

    def y(self, y):
        part = (log10(max(y, 1)) - self.least) / (self.most - self.least)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def axes(self):
        for power in range(self.least, self.most + 1):
            y = self.y(10 ** power)
            yield f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10 ** power:,}</text>'
        for x in self.xs:
            yield (f'<text x="{self.x(x):.1f}" y="{HEIGHT - BOTTOM + 16}" '
                   f'text-anchor="middle">{x}</text>')
        yield (f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" '
               f'text-anchor="middle">{escape(self.x_name)}</text>')

    def line(self, number, name, points):
        colour = self.colours[name]
        places = [(self.x(x), self.y(y)) for x, y in points]
        if name not in self.marks:
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            dots = ' stroke-dasharray="2 4"' if self.style(name).dotted else ""
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.8"{dots}/>'
        for x, y in places:
            yield self.mark(name, x, y, colour)
        y = TOP + 8 + 18 * number
        yield self.mark(name, WIDTH - RIGHT + 18, y, colour)
        yield f'<text x="{WIDTH - RIGHT + 28}" y="{y + 4}">{escape(name)}</text>'

    def mark(self, name, x, y, colour):
        if name in self.marks:
            return (f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0-8l-8 8" stroke="{colour}" '
                    f'stroke-width="1.8"/>')
        style = self.style(name)
        look = f'fill="{"var(--back)" if style.hollow else colour}" stroke="{colour}"'
        if style.shape == "square":
            return f'<path d="M{x - 4:.1f} {y - 4:.1f}h8v8h-8z" {look}/>'
        if style.shape == "triangle":
            return f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z" {look}/>'
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{4 if style.hollow else 3}" {look}/>'

    def style(self, name):
        return self.styles.get(name, PLAIN)

    def svg(self):
        parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
                 f'aria-label="{escape(self.y_name)} over {escape(self.x_name)}">', *self.axes()]
        for number, (name, points) in enumerate(self.lines.items()):
            parts += self.line(number, name, points)
        return "\n".join([*parts, "</svg>"])
