#!/usr/bin/env python3
"""Puts measured results into the documentation: plots, the table of the page Measurements, and the
short tables of the page Performance.

    swift run -c release --package-path Tests/Benchmarks benchmarks --json run1.json
    Tests/Benchmarks/cold --json cold1.json
    python3 Tests/Benchmarks/Plot/publish.py run1.json run2.json run3.json \
        --cold cold1.json cold2.json cold3.json

    swift run -c release --package-path Tests/Benchmarks benchmarks --matrix --json matrix1.json
    python3 Tests/Benchmarks/Plot/publish.py --matrix matrix1.json matrix2.json matrix3.json

Of several runs the table of Measurements shows the ratio of each; the plot and the short tables show
the median. A target is met when each run has met it. The plot needs matplotlib (apt-get install
python3-matplotlib, or pip install matplotlib); --tables-only does without. Only what is in the files
of results and in published.csv is shown.
"""

import argparse
import csv
import json
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
CATALOG = HERE.parents[2] / "Sources/Infusion/Infusion.docc"

# What a row measures, in words that need no page; the variant follows.
ROWS = {
    "inject4": "four properties of an object",
    "inject4-singletons": "the same, all of them singletons",
    "inject4-open": "the same, of an open class",
    "transient": "a new object",
    "protocol": "a new object behind a protocol",
    "singleton": "a singleton that exists",
    "named": "a named one",
    "graph10": "ten objects, four levels",
    "main-actor": "on the main actor",
    "contended": "a singleton",
    "setup13": "set-up of 13",
    "setup450": "set-up of 450",
    "plan": "first injection of a class",
    "reflection": "four properties",
    "child": "a child injector",
    "deep": "a chain of objects",
    "bulk": "decoded objects",
    "validate450": "validation",
    "growth": "a singleton among many",
    "first-pass": "the first pass after an update",
    "update": "an update",
    "first-use": "200 classes for the first time",
    "first-use13": "13 bindings for the first time",
}

# Legible on white and on black alike; the background is left out.
GRAY = "#7a7a7a"
FAINT = "#9a9a9a55"
GREEN = "#3c9a5f"
RED = "#d0453a"
BLUE = "#4a8fd0"

# The rows of the short table, and what they measure in the words of a user.
SUMMARY = {
    ("inject4", "requiring"): "four properties of an object, three of them new objects",
    ("inject4-singletons", "requiring"): "four properties of an object, all singletons that exist",
    ("transient", "bound to a closure"): "a new object",
    ("protocol", "linked to a class"): "a new object behind a protocol, through a link",
    ("graph10", "requiring"): "ten objects on four levels",
    ("singleton", "by type"): "a singleton that exists",
    ("named", "singleton"): "a singleton that exists, by name",
    ("main-actor", "singleton"): "a singleton that exists, on the main actor",
    ("main-actor", "transient"): "a new object, on the main actor",
    ("setup13", "one module"): "an injector with 13 bindings",
    ("child", "four bindings"): "a child with four bindings, and one request to it",
}

# The forms of a declaration, by their variants in the rows about first use, code and compiling.
FORMS = {
    "hand": "assignments by hand",
    "final": "`requiring(…)`, final class",
    "requiring": "`requiring(…)`, open class",
    "keypaths": "list of key paths",
    "injected": "`@Injected`",
    "extend": "`extend` in a module",
}


def read_published():
    with open(HERE / "published.csv", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    published = {}
    for line in csv.DictReader(lines):
        entry = (float(line["ratio"]), line["container"])
        published.setdefault(line["row"], []).append(entry)
    return published


def first_lines(results):
    """The first line of each row: the others are its variants."""
    lines = {}
    for line in results:
        if line["ratio"] is not None:
            lines.setdefault(line["row"], line)
    return lines


def combine(runs):
    """One line for each line of the runs, with the ratios of all of them."""
    if any(key(run) != key(runs[0]) for run in runs):
        raise SystemExit("error: the files of results do not have the same rows")
    combined = []
    for lines in zip(*runs):
        line = dict(lines[0])
        line["ratios"] = [each["ratio"] for each in lines if each["ratio"] is not None]
        for field in ("ratio", "floor", "overFloor", "nanoseconds", "bytes", "allocations"):
            values = [each[field] for each in lines if each.get(field) is not None]
            line[field] = median(values) if values else None
        met = [each["met"] for each in lines if each["met"] is not None]
        line["met"] = all(met) if met else None
        combined.append(line)
    return combined


def key(run):
    return [(line["row"], line["variant"]) for line in run]


def plot(results, folder):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot
    from matplotlib.lines import Line2D

    matplotlib.rcParams.update(
        {
            "font.size": 11,
            "font.family": "sans-serif",
            "svg.hashsalt": "infusion",
            "text.color": GRAY,
            "axes.edgecolor": GRAY,
            "axes.labelcolor": GRAY,
            "xtick.color": GRAY,
            "ytick.color": GRAY,
        }
    )
    published = read_published()
    lines = [line for line in results if line["row"] in ROWS and line["ratio"] is not None]
    if not lines:
        raise SystemExit("error: the file of results has none of the rows of the plot")
    first = first_lines(results)

    figure, axes = pyplot.subplots(figsize=(11, 1.2 + 0.31 * len(lines)), layout="constrained")
    for height, line in enumerate(lines):
        mine = line["ratio"]
        # Other containers were measured in the first variant only.
        others = sorted(published.get(line["row"], [])) if first[line["row"]] is line else []
        reach = [1, mine] + [ratio for ratio, _ in others]
        axes.plot([min(reach), max(reach)], [height] * 2, color=FAINT, linewidth=1, zorder=1)
        for index, (ratio, container) in enumerate(others):
            axes.plot(ratio, height, "o", markersize=6, color=BLUE, zorder=2)
            # Above and below in turn: neighbors may stand close together.
            is_below = index % 2 == 0
            axes.annotate(
                f"{container or 'not named'} {ratio:g}", (ratio, height),
                (0, -5 if is_below else 5), textcoords="offset points", ha="center",
                va="top" if is_below else "bottom", fontsize=7.5, color=BLUE,
            )
        color = {True: GREEN, False: RED, None: GRAY}[line["met"]]
        axes.plot(mine, height, "D", markersize=7, color=color, zorder=3)
        axes.annotate(
            f"{mine:.2g}" if mine < 10 else f"{mine:,.0f}", (mine, height), (7, 0),
            textcoords="offset points", ha="left", va="center", fontsize=9, color=color,
            fontweight="bold",
        )

    axes.axvline(1, color=GRAY, linewidth=1.2)
    axes.set_xscale("log")
    axes.set_xlim(0.05, 3000)
    ticks = [0.1, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 1000]
    axes.set_xticks(ticks, [f"{tick:,}×" for tick in ticks])
    axes.minorticks_off()
    axes.set_yticks(
        range(len(lines)), [f"{ROWS[line['row']]}: {line['variant']}" for line in lines], fontsize=9)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel("time, as a multiple of hand-written code; less is better")
    figure.legend(
        handles=[
            Line2D([], [], marker="D", color=GREEN, linestyle="", label="Infusion, target met"),
            Line2D([], [], marker="D", color=RED, linestyle="", label="target missed"),
            Line2D([], [], marker="D", color=GRAY, linestyle="", label="no target"),
            Line2D([], [], marker="o", color=BLUE, linestyle="", label="other containers"),
        ],
        loc="outside upper right", ncols=4, frameon=False, labelcolor=GRAY,
    )

    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / "performance.svg", transparent=True, metadata={"Date": None})
    figure.savefig(folder / "performance.png", transparent=True, dpi=200)
    print(f"{folder}: performance.svg, performance.png")


# Fields of the matrix by how far they are from their targets: reached with ease, reached, missed.
LEVELS = [
    (0.5, "#2f7fbf", "half of what is allowed, or less"),
    (1.0, "#8fc1e3", "within the target"),
    (2.0, "#f2c14e", "up to twice the target"),
    (5.0, "#e8701a", "up to five times"),
    (float("inf"), "#b3261e", "more"),
]
# The corners of a field, around its middle.
FIELD = [(-0.46, -0.46), (0.46, -0.46), (0.46, 0.46), (-0.46, 0.46)]


def plot_matrix(runs, folder):
    """Every form of binding by every form of dependency, once for a light and once for a dark page."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot
    from matplotlib.collections import PolyCollection
    from matplotlib.patches import Patch

    place = lambda cell: tuple(cell[k] for k in ("binding", "lifetime", "dependency", "situation"))
    fields = {}
    for run in runs:
        for cell in run:
            fields.setdefault(place(cell), []).append(cell)
    unique = lambda index: list(dict.fromkeys(key[index] for key in fields))
    situations, dependencies = unique(3), unique(2)
    rows = list(dict.fromkeys((key[0], key[1]) for key in fields))
    rows.sort(key=lambda row: unique(0).index(row[0]))

    for name, ink in (("matrix", "#333333"), ("matrix~dark", "#d8d8d8")):
        matplotlib.rcParams.update({"font.size": 9, "svg.hashsalt": "infusion", "text.color": ink})
        figure, panels = pyplot.subplots(
            1, len(situations), sharey=True, squeeze=False,
            figsize=(2.2 + 0.2 * len(dependencies) * len(situations), 1.9 + 0.2 * len(rows)),
        )
        width, height = figure.get_size_inches()
        figure.subplots_adjust(
            left=2 / width, right=1 - 0.1 / width, top=1 - 0.3 / height, bottom=1.4 / height,
            wspace=0.05,
        )
        for situation, axes in zip(situations, panels[0]):
            fills, dots = {}, ([], [])
            for y, row in enumerate(rows):
                for x, dependency in enumerate(dependencies):
                    cells = fields.get((*row, dependency, situation))
                    if not cells:
                        continue
                    # A target is met when each run has met it.
                    excess = max(cell["excess"] for cell in cells)
                    color = next(color for limit, color, _ in LEVELS if excess <= limit)
                    fills.setdefault(color, []).append(
                        [(x + dx, y + dy) for dx, dy in FIELD]
                    )
                    if any("allocations" in cell["why"] for cell in cells):
                        dots[0].append(x)
                        dots[1].append(y)
            for color, squares in fills.items():
                axes.add_collection(PolyCollection(squares, facecolors=color, linewidths=0))
            axes.plot(*dots, ".", color="white", markersize=3)
            axes.set_title(situation, fontsize=10, color=ink)
            axes.set_xlim(-0.6, len(dependencies) - 0.4)
            axes.set_ylim(len(rows) - 0.4, -0.6)
            axes.set_xticks(range(len(dependencies)), dependencies, rotation=90, color=ink)
            axes.set_yticks(range(len(rows)), [" · ".join(row) for row in rows], color=ink)
            axes.tick_params(length=0)
            for side in axes.spines.values():
                side.set_visible(False)
        handles = [Patch(color=color, label=label) for _, color, label in LEVELS]
        handles.append(
            pyplot.Line2D([], [], marker=".", color="#999999", linestyle="", label="more allocations")
        )
        figure.legend(
            handles=handles, loc="lower center", ncols=len(handles), frameon=False,
            labelcolor=ink,
        )
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(folder / f"{name}.svg", transparent=True, metadata={"Date": None})
        pyplot.close(figure)
    print(f"{folder}: matrix.svg, matrix~dark.svg")


# The panels of the figure on first use and size: row, title, unit, what a unit is, what variants
# begin or end with, and what other containers need, by the machine of published.csv.
PANELS = [
    ("first-use", "first use of 200 classes", "ms", 1e6, "", {"Resolver": 0.78, "Swinject": 3.5}),
    ("size", "added to a program", "kB", 1e3, "added to a program", {"Swinject": 150}),
    ("code", "code of a class", "B", 1, "a class, ", {"Swinject": 339}),
    ("compiling", "compiling 200 classes, optimized", "s", 1e9, ", optimized", {}),
]
NAMES = {
    "hand": "by hand", "final": "requiring, final classes", "keypaths": "key paths",
    "anykeypaths": "[AnyKeyPath]", "injected": "@Injected", "listsByHand": "key paths alone",
}


def plot_cold(results, folder):
    """What an app pays before the first object: time, size, code, build time."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as pyplot

    panels = []
    for row, title, unit, scale, affix, others in PANELS:
        bars = []
        for line in results:
            if line["row"] != row or (row == "compiling" and affix not in line["variant"]):
                continue
            amount = (line["bytes"] if line["nanoseconds"] is None else line["nanoseconds"]) / scale
            color = {True: GREEN, False: RED, None: GRAY}[line["met"]]
            variant = line["variant"].replace(affix, "") if affix else line["variant"]
            bars.append((NAMES.get(variant, variant) or "Infusion", amount, color))
        bars += [(name, amount, BLUE) for name, amount in others.items()]
        target = next((x["target"] for x in results if x["row"] == row and x["target"]), None)
        panels.append((f"{title} ({unit})", bars, target))

    figure, grid = pyplot.subplots(
        len(panels), 1, figsize=(11, 1.2 + 0.3 * sum(len(bars) + 2 for _, bars, _ in panels)),
        height_ratios=[len(bars) + 1 for _, bars, _ in panels], layout="constrained",
    )
    for axes, (title, bars, target) in zip(grid, panels):
        names, amounts, colors = zip(*bars)
        axes.barh(range(len(bars)), amounts, color=colors, height=0.62)
        for height, (_, amount, color) in enumerate(bars):
            axes.annotate(
                f"{amount:,.2f}".rstrip("0").rstrip(".") if amount < 10 else f"{amount:,.0f}",
                (amount, height), (4, 0), textcoords="offset points", va="center", fontsize=9,
                color=color,
            )
        if target:
            axes.axvline(float(target.split()[1]), color=GRAY, linewidth=1, linestyle="--")
        axes.set_yticks(range(len(bars)), names, fontsize=9)
        axes.set_ylim(len(bars) - 0.4, -0.6)
        axes.set_xlim(0, max(amounts) * 1.08)
        axes.tick_params(axis="y", length=0)
        title += f", target {target}" if target else ""
        axes.set_title(title, fontsize=10, loc="left", color=GRAY)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / "first-use.svg", transparent=True, metadata={"Date": None})
    pyplot.close(figure)
    print(f"{folder}: first-use.svg")


def number(value, digits):
    """A number with separators, and without zeros at its end."""
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def duration(nanoseconds):
    """A time in the unit that suits it."""
    for unit, factor in (("s", 1e9), ("ms", 1e6)):
        if nanoseconds >= factor:
            return number(nanoseconds / factor, 2) + " " + unit
    return number(nanoseconds, 1 if nanoseconds < 100 else 0) + " ns"


def ratios(values):
    return ", ".join(number(value, 2 if value < 100 else 0) for value in values) + "×"


def table(results):
    yield "| row | variant | time or size | ratio | floor | of the floor | allocations | target | |"
    yield "|---|---|--:|--:|--:|--:|--:|---|---|"
    for line in results:
        if line["bytes"] is not None:
            size = number(line["bytes"], 0) + " B"
        elif line["nanoseconds"] is not None:
            size = duration(line["nanoseconds"])
        else:
            size = ""
        cells = [
            line["row"],
            line["variant"].replace("@", "\\@"),
            size,
            "" if not line["ratios"] else ratios(line["ratios"]),
            "" if line.get("floor") is None else ratios([line["floor"]]),
            "" if line.get("overFloor") is None else ratios([line["overFloor"]]),
            "" if line["allocations"] is None else number(line["allocations"], 2),
            line["target"] or "",
            {True: "met", False: "**not met**", None: ""}[line["met"]],
        ]
        yield "| " + " | ".join(cells) + " |"


def summary(results):
    yield "| what | time | ratio |"
    yield "|---|--:|--:|"
    lines = {(line["row"], line["variant"]): line for line in results}
    for place, words in SUMMARY.items():
        if line := lines.get(place):
            yield f"| {words} | {duration(line['nanoseconds'])} | {number(line['ratio'], 1)}× |"


def forms(results):
    yield "| declaration | first objects of 200 classes | code of a class | compiling 200 classes, optimized |"
    yield "|---|--:|--:|--:|"
    lines = {(line["row"], line["variant"]): line for line in results}
    for variant, words in FORMS.items():
        first = lines["first-use", variant]["nanoseconds"]
        code = lines["code", f"a class, {variant}"]["bytes"]
        compiling = lines["compiling", f"{variant}, optimized"]["nanoseconds"]
        yield f"| {words} | {duration(first)} | {number(code, 0)} B | {duration(compiling)} |"


def write(page, name, lines):
    """Replaces the region of a page that two comments with a name enclose."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = page.read_text()
    if text.count(begin) != 1 or text.count(end) != 1:
        raise SystemExit(f"error: {page} has to have one line '{begin}' and one '{end}'")
    before, rest = text.split(begin)
    _, after = rest.split(end)
    page.write_text(before + begin + "\n\n" + "\n".join(lines) + "\n\n" + end + after)
    print(f"{page}: {name}")


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument(
        "results", type=Path, nargs="+", help="what benchmarks --json has written, for each run"
    )
    arguments.add_argument(
        "--cold", type=Path, nargs="+", metavar="FILE",
        help="what cold --json has written, for each run; required without --matrix",
    )
    arguments.add_argument(
        "--plot", type=Path, metavar="FOLDER", default=CATALOG / "Resources",
        help="where performance.svg and performance.png go",
    )
    arguments.add_argument(
        "--pages", type=Path, metavar="FOLDER", default=CATALOG / "Articles",
        help="where Performance.md and Measurements.md are, whose marked regions are replaced",
    )
    arguments.add_argument("--tables-only", action="store_true", help="draw nothing")
    arguments.add_argument(
        "--matrix", action="store_true", help="the files are those of benchmarks --matrix: draw them"
    )
    chosen = arguments.parse_args()
    if chosen.matrix:
        plot_matrix([json.loads(file.read_text()) for file in chosen.results], chosen.plot)
        return
    if not chosen.cold:
        arguments.error("--cold is missing: the table would lose first use, size and compiling")

    results = combine([json.loads(file.read_text()) for file in chosen.results])
    results += combine([json.loads(file.read_text()) for file in chosen.cold])
    if not chosen.tables_only:
        plot(results, chosen.plot)
        plot_cold(results, chosen.plot)
    write(chosen.pages / "Measurements.md", "benchmarks", table(results))
    write(chosen.pages / "Performance.md", "benchmarks", summary(results))
    write(chosen.pages / "Performance.md", "forms", forms(results))


if __name__ == "__main__":
    main()
