"""Prints the public interface of a module, one declaration a line, sorted.

usage: interface.py GRAPHS

GRAPHS is the folder with the module's symbol graphs. A line begins with the path of the declaration,
so that a change stands beside what it changes. Lines tell what is open or deprecated, what a
conforming type has to implement, and which protocols a type conforms to. Members that the compiler
adds are left out, and so are overloads that are unavailable.
"""

import json
import sys
from pathlib import Path

# Every type conforms to these unless it says otherwise.
IMPLIED = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}
CONSTRAINTS = {"sameType": "==", "conformance": ":", "superclass": ":"}


def where(relation):
    """The conditions of a conformance, as they are written."""
    conditions = [
        f"{condition['lhs']} {CONSTRAINTS.get(condition['kind'], condition['kind'])} {condition['rhs']}"
        for condition in relation.get("swiftConstraints", [])
    ]
    return f" where {', '.join(sorted(conditions))}" if conditions else ""


def interface(graphs):
    read = [json.loads(path.read_text()) for path in sorted(graphs.glob("*.symbols.json"))]
    symbols = {
        symbol["identifier"]["precise"]: symbol for graph in read for symbol in graph["symbols"]
    }
    relations = [relation for graph in read for relation in graph["relationships"]]
    required = {r["source"] for r in relations if r["kind"] == "requirementOf"}
    with_default = {r["target"] for r in relations if r["kind"] == "defaultImplementationOf"}

    def path(precise):
        return ".".join(symbols[precise]["pathComponents"])

    lines = set()
    for precise, symbol in symbols.items():
        if "::SYNTHESIZED::" in precise:
            continue
        words = []
        if precise in required:
            words.append("required, with a default" if precise in with_default else "required")
        if symbol["accessLevel"] == "open":
            words.append("open")
        if any("deprecated" in key.lower() for entry in symbol.get("availability", []) for key in entry):
            words.append("deprecated")
        declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
        lines.add(" ".join([f"{path(precise)}:", *words, *declaration.split()]))
    for relation in relations:
        if relation["kind"] not in ("conformsTo", "inheritsFrom") or relation["source"] not in symbols:
            continue
        target = relation["target"]
        name = path(target) if target in symbols else relation.get("targetFallback", target)
        if name not in IMPLIED:
            lines.add(f"{path(relation['source'])}: conforms to {name}{where(relation)}")
    return sorted(lines)


if __name__ == "__main__":
    print("\n".join(interface(Path(sys.argv[1]))))
