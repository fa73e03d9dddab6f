"""Finds public symbols of a module that are not documented, and pages that are not sorted.

usage: coverage.py GRAPHS ARCHIVE

GRAPHS is the folder with the module's symbol graphs, ARCHIVE what docc has made of them. A symbol
needs a documentation comment of its own; that of a class, a structure or an enumeration says whether it
is Sendable. It has to be in a topic that a page declares: docc groups the others by kind.
What the compiler adds, the witnesses of derived conformances, needs no comment.
"""

import json
import sys
from pathlib import Path


def symbols(graphs):
    """The public symbols by their precise identifiers; each with its name and its location."""
    found = {}
    for path in sorted(graphs.glob("*.symbols.json")):
        for symbol in json.loads(path.read_text())["symbols"]:
            found[symbol["identifier"]["precise"]] = symbol
    return found


def is_synthesized(symbol):
    return "::SYNTHESIZED::" in symbol["identifier"]["precise"] or "location" not in symbol


def comment(symbol):
    lines = symbol.get("docComment", {}).get("lines", [])
    return "\n".join(line["text"] for line in lines).strip()


def is_documented(symbol):
    return comment(symbol) != ""


def is_concrete_type(symbol):
    return symbol["kind"]["identifier"] in ("swift.class", "swift.struct", "swift.enum")


def name(symbol):
    place = ""
    if "location" in symbol:
        location = symbol["location"]
        place = f"{location['uri'].split('/Sources/')[-1]}:{location['position']['line'] + 1}: "
    return place + ".".join(symbol["pathComponents"])


def pages(archive):
    for path in sorted((archive / "data" / "documentation").rglob("*.json")):
        yield json.loads(path.read_text())


def is_of_conformance(page):
    """Whether docc has made the page of what a type implements for one protocol."""
    return page["identifier"]["url"].endswith("-Implementations")


def main(graphs, archive):
    mistakes = []
    known = symbols(graphs)
    written = {key: symbol for key, symbol in known.items() if not is_synthesized(symbol)}
    for symbol in written.values():
        if not is_documented(symbol):
            mistakes.append(f"{name(symbol)}: error: the symbol has no documentation comment")
        elif is_concrete_type(symbol) and "Sendable" not in comment(symbol):
            mistakes.append(f"{name(symbol)}: error: nothing says whether the type is Sendable")

    curated, of_symbol, articles = set(), {}, 0
    for page in pages(archive):
        url = page["identifier"]["url"]
        precise = page["metadata"].get("externalID")
        if precise:
            of_symbol[precise] = url
        if page["metadata"].get("role") == "article":
            articles += 1
        for topic in page.get("topicSections", []):
            # What implements a protocol's requirement is documented with the protocol.
            if topic.get("generated") and (
                topic["title"] != "Default Implementations" and not is_of_conformance(page)
            ):
                short = url.split("/documentation/")[-1]
                mistakes.append(f"{short}: error: no page sorts '{topic['title']}'")
                continue
            curated.update(topic["identifiers"])
        # A default stands on the page of the requirement that it meets.
        for section in page.get("defaultImplementationsSections", []):
            curated.update(section["identifiers"])
    for key, symbol in written.items():
        if symbol["kind"]["identifier"] == "swift.extension":
            continue  # docc makes one page of all extensions of a type
        if key not in of_symbol:
            mistakes.append(f"{name(symbol)}: error: the symbol has no page")
        elif of_symbol[key] not in curated:
            mistakes.append(f"{name(symbol)}: error: no topic lists the symbol")

    if not written:
        mistakes.append(f"{graphs}: error: there are no public symbols")
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    documented = sum(is_documented(symbol) for symbol in written.values())
    print(
        f"{documented} of {len(written)} public symbols are documented; {len(curated)} pages"
        f" stand in topics, {articles} of them articles"
    )
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
