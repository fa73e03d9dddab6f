"""Finds dead links in Markdown pages, and Swift blocks that no check compiles.

usage: links.py CHECKS PAGE… -- SOURCE…

A relative link has to lead to a file, an anchor to a heading of it, and a picture has to be one. What
is written as a path of the repository has to be there.
Addresses elsewhere cannot be asked from here: they have to be well formed, and two that differ in a
letter or two are taken for a misspelling of one. Links between pages of a DocC catalog are left to
docc.

A Swift block has to begin in a way that the check of snippets understands, on a page that a check
hands to snippets.awk; CHECKS is the folder of the checks. SOURCES are Swift files, whose
documentation comments are looked at for the same.
"""

import itertools
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

INLINE = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)<>]*?)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^ {0,3}\[(?!\^)[^\]]+\]:\s*(\S.*?)\s*$")
FOOTNOTE = re.compile(r"\[\^([^\]]+)\](:?)")
ATTRIBUTE = re.compile(r"(?:href|src|srcset)=[\"']([^\"']*)[\"']")
AUTOMATIC = re.compile(r"<(https?:[^>]*)>")
ADDRESS = re.compile(r"https?://[^\s\"'`<>)\]]+")
PLACE = re.compile(r"`((?:Examples|Sources|Tests|\.ci)/[\w.+/-]*)`")
WELL_FORMED = re.compile(r"https://(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/[A-Za-z0-9._~/%#?&=+:@-]*)?")
FENCE = re.compile(r"^(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})(?P<info>.*)$")

root = Path(".").resolve()
mistakes = []
addresses = {}
swift_blocks = {}


def complain(place, line, text):
    mistakes.append(f"{place}:{line}: error: {text}")


def blocks_and_prose(path, lines):
    """The lines that are not code, with their numbers; code blocks are judged on the way."""
    closing = None
    for number, line in lines:
        match = FENCE.match(line)
        if closing is None and match:
            closing = match["fence"]
            judge_fence(path, number, line, match)
        elif closing is not None:
            if line.strip().startswith(closing) and not line.strip().strip(closing[0]):
                closing = None
        else:
            yield number, line
    if closing is not None:
        complain(path, "end", "a block of code is not closed")


def judge_fence(path, number, line, match):
    info = match["info"].strip()
    if not info:
        complain(path, number, "a block of code does not say its language")
    elif info.lower().startswith("swift"):
        swift_blocks.setdefault(path, []).append(number)
        if not re.match(r"^ *```swift( |$)", line):
            complain(path, number, "no check understands this beginning of a Swift block")
        elif info != "swift" and any(parent.suffix == ".docc" for parent in path.parents):
            complain(path, number, f"docc knows no '{info}': write <!-- snippet: … --> above")


def slug(heading):
    """The anchor that viewers of Markdown give a heading."""
    text = re.sub(r"`([^`]*)`|\[([^\]]*)\]\([^)]*\)", lambda m: m[1] or m[2] or "", heading)
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def anchors(path):
    found = {}
    inside = False
    for line in path.read_text().splitlines():
        if FENCE.match(line):
            inside = not inside
        match = None if inside else re.match(r"^#{1,6}\s+(.*?)\s*#*$", line)
        if match:
            base = slug(match[1])
            count = found.get(base, 0)
            found[base] = count + 1
            if count:
                found[f"{base}-{count}"] = 1
        found.update((name, 1) for name in re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
    return found


def is_drawn(picture):
    try:
        ElementTree.parse(picture)
        return True
    except ElementTree.ParseError:
        return False


def follow(path, number, target):
    if target.startswith(("http:", "https:")):
        addresses.setdefault(target, (path, number))
        return
    if target.startswith(("mailto:", "doc:")):
        return
    file, _, anchor = target.partition("#")
    goal = (path.parent / file) if file else path
    if catalog := next((parent for parent in path.parents if parent.suffix == ".docc"), None):
        # docc finds pictures by their names, and complains about the others.
        for candidate in catalog.rglob("*"):
            if candidate.is_file() and file in (candidate.name, candidate.stem):
                goal = candidate
    if not goal.exists():
        complain(path, number, f"there is no '{target}'")
    elif root not in goal.resolve().parents and goal.resolve() != root:
        complain(path, number, f"'{target}' leads out of the repository")
    elif goal.suffix == ".svg" and not is_drawn(goal):
        complain(path, number, f"'{target}' is no picture: it is not well-formed XML")
    elif anchor and goal.suffix == ".md" and anchor not in anchors(goal):
        complain(path, number, f"'{file or path}' has no heading '#{anchor}'")


def judge_footnotes(path, notes):
    """Every footnote is written once, and something refers to it."""
    written = [name for name, _, is_text in notes if is_text]
    referred = {name for name, _, is_text in notes if not is_text}
    for name, number, is_text in notes:
        if is_text and (name not in referred or written.count(name) > 1):
            complain(path, number, f"the footnote '{name}' is written twice, or not used")
        elif not is_text and name not in written:
            complain(path, number, f"there is no footnote '{name}'")


def read_page(path):
    lines = enumerate(path.read_text().splitlines(), 1)
    notes = []
    for number, line in blocks_and_prose(path, lines):
        for match in PLACE.finditer(line):
            if not Path(match[1]).exists():
                complain(path, number, f"there is no '{match[1]}' in the repository")
        prose = re.sub(r"`[^`]*`", "", line)
        for match in FOOTNOTE.finditer(prose):
            notes.append((match[1], number, match[2] == ":" and match.start() == 0))
        for pattern in (INLINE, REFERENCE, ATTRIBUTE, AUTOMATIC):
            for match in pattern.finditer(prose):
                target = match[1].strip()
                if not target or " " in target:
                    complain(path, number, f"the link '{target}' is empty or has a space")
                else:
                    follow(path, number, target)
        for match in ADDRESS.finditer(prose):
            addresses.setdefault(match[0].rstrip(".,;:"), (path, number))
    judge_footnotes(path, notes)


def read_source(path):
    comment = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if "/**" in line:
            complain(path, number, "write documentation comments with '///'")
        match = re.match(r"^\s*/// ?(.*)$", line)
        if match:
            comment.append((number, match[1]))
        elif comment:
            list(blocks_and_prose(path, comment))
            comment = []
        for match in ADDRESS.finditer(line):
            addresses.setdefault(match[0].rstrip(".,;:"), (path, number))


def distance(left, right):
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(right, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return row[-1]


def judge_addresses():
    for address, (path, number) in addresses.items():
        if not WELL_FORMED.fullmatch(address):
            complain(path, number, f"'{address}' is not a well-formed address with https")
    # Host, owner and repository: what is misspelled once is likely to be spelled in two ways.
    sites = {}
    for address in addresses:
        site = "/".join(address.split("/")[2:5]).split("#")[0].removesuffix(".git")
        sites.setdefault(site, address)
    for left, right in itertools.combinations(sorted(sites), 2):
        if left.lower() == right.lower() or (
            abs(len(left) - len(right)) <= 2 and distance(left, right) <= 2
        ):
            path, number = addresses[sites[right]]
            complain(path, number, f"'{right}' and '{left}' may be one address, misspelled")


def judge_swift_pages(checks):
    """A page with Swift blocks is the README, belongs to a catalog, or is read by another check."""
    scripts = [path.read_text() for path in sorted(checks.glob("*.bash"))]
    readers = [script for script in scripts if re.search(r"snippets\.awk|mistakes\.py", script)]
    for path, numbers in swift_blocks.items():
        if path.suffix == ".swift" or str(path) == "README.md":
            continue
        if any(parent.suffix == ".docc" for parent in path.parents):
            continue
        if not any(str(path.parent) in script for script in readers):
            complain(path, numbers[0], "no check compiles the Swift blocks of this page")


if __name__ == "__main__":
    checks, *rest = sys.argv[1:]
    split = rest.index("--")
    for page in rest[:split]:
        read_page(Path(page))
    for source in rest[split + 1 :]:
        read_source(Path(source))
    judge_addresses()
    judge_swift_pages(Path(checks))
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    for address in sorted(addresses):
        print(address)
    print(
        f"{split} pages; {sum(map(len, swift_blocks.values()))} Swift blocks, all compiled or parsed;"
        f" {len(addresses)} addresses elsewhere, which are not asked"
    )
    sys.exit(1 if mistakes else 0)
