"""Compiles each mistake of a page, runs what compiles, and compares what comes with the page.

Usage: mistakes.py PAGE TEMPORARY MODULES OBJECT…

A section has a block of Swift and a block of text. The code is compiled as Example.swift with
Infusion imported, and a function `tell` that prints the error that its closure throws. With
INFUSION_ACCEPT the page takes over what comes.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

PREAMBLE = """import Infusion
func tell(_ body: () throws -> Void) {
  do { try body() } catch { print(error) }
}
#sourceLocation(file: "Example.swift", line: 1)
"""

page, temporary, modules, *objects = sys.argv[1:]
text = pathlib.Path(page).read_text()
section = re.compile(
    r"^## (?P<title>[^\n]*)\n(?P<words>.*?)^```swift\n(?P<code>.*?)^```\n\n```text\n(?P<says>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)


def compiler(arguments):
    command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-I", modules]
    return subprocess.run(command + arguments, capture_output=True, text=True)


def said_by_compiler(output):
    lines = re.findall(r"^(?:/?[^\s:]*/)?Example\.swift:(\d+):\d+: (error|warning): (.*)$", output, re.MULTILINE)
    told = dict.fromkeys(f"Example.swift:{line}: {kind}: {message}" for line, kind, message in lines)
    return "\n".join(told)


def said(number, code):
    folder = pathlib.Path(temporary) / f"mistake{number}"
    folder.mkdir()
    source = folder / "Program.swift"
    source.write_text(PREAMBLE + code)
    program = folder / "program"
    if "@main" not in code:
        result = compiler(["-emit-sil", "-o", os.devnull, str(source)])
        return said_by_compiler(result.stderr + result.stdout)
    result = compiler([str(source), *objects, "-o", str(program)])
    if result.returncode:
        return said_by_compiler(result.stderr + result.stdout) or result.stderr
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    result = subprocess.run([program], capture_output=True, text=True, env=environment, timeout=60)
    stop = re.search(r"Fatal error: (.*?)(?=\nCurrent stack trace|\Z)", result.stderr, re.DOTALL)
    return (result.stdout + (stop.group(0) if stop else "")).rstrip("\n")


matches = list(section.finditer(text))
if len(matches) < 20:
    sys.exit(f"error: {page} has {len(matches)} sections")
with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
    found = list(pool.map(lambda pair: said(pair[0], pair[1]["code"]), enumerate(matches)))

broken = 0
for match, says in reversed(list(zip(matches, found))):
    says = says.rstrip("\n") + "\n" if says else ""
    if says == match["says"]:
        continue
    if os.environ.get("INFUSION_ACCEPT"):
        text = text[: match.start("says")] + says + text[match.end("says") :]
        continue
    broken += 1
    print(f"{page}: error: {match['title']}\n--- the page\n{match['says']}+++ what comes\n{says}")
if os.environ.get("INFUSION_ACCEPT"):
    pathlib.Path(page).write_text(text)
print(f"{len(matches)} mistakes are answered as {page} says" if not broken else f"{broken} differ")
sys.exit(1 if broken else 0)
