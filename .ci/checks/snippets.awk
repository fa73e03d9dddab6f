# Turns the Swift code of one Markdown page into Swift files, PREFIX.*.swift.
#
#   ```swift              declarations: all such blocks of a page form one file, in order
#   ```swift body         statements: the body of a function in that file
#   ```swift continued    more statements of the body before it
#   ```swift standalone   a file of its own
#   ```swift parsed       read for its syntax only: it needs a framework that Linux does not have,
#                         and the line "> Note: This snippet is not compiled on Linux; …" stands
#                         before it
#
# The block after <!-- snippet: quoted PATH --> is a piece of that file, which belongs to an example
# that a check of its own compiles: its lines are found there, one after another.
#
# An HTML comment on the line before the fence says the same where the documentation's own
# renderer expects the bare language: <!-- snippet: body -->
#
# The block after <!-- printed --> is no code: it is printed by the body before it, locations aside.
# PREFIX.FUNCTION.printed has the text, PREFIX.printing.swift runs the function.
#
# The table after <!-- compiled: context NAME --> is code, too: the code spans of each cell of its
# last column are the body of a method of NAME, a type that CONTEXTS/NAME.swift declares together
# with whatever the cells use.
#
# Every block and every such cell compiles, save those that say so to the reader: there is no word
# to leave one out.

function complain(text) {
  printf "%s:%d: error: %s\n", FILENAME, FNR, text > "/dev/stderr"
  wrong = 1
}

function place(line) { return "#sourceLocation(file: \"" FILENAME "\", line: " line ")\n" }

function finish_body() {
  if (body != "") bodies = bodies body "#sourceLocation()\n}\n"
  body = ""
}

# The code of a cell, one code span a line.
function code(cell,    spans) {
  while (match(cell, /`[^`]+`/)) {
    spans = spans substr(cell, RSTART + 1, RLENGTH - 2) "\n"
    cell = substr(cell, RSTART + RLENGTH)
  }
  # Inside a table a bar is written \|.
  gsub(bar, "|", spans)
  return spans
}

function compile_cell(row,    cells, count, spans) {
  gsub(/\\\|/, bar, row)
  sub(/\| *$/, "", row)
  count = split(row, cells, "|")
  spans = code(cells[count])
  if (count != columns) complain("the row has another number of cells than the head of the table")
  else if (spans == "") complain("the last cell has no code")
  methods[context] = methods[context] "func cellAtLine" FNR "() throws {\n" \
    place(FNR) spans "#sourceLocation()\n}\n"
  rows++
  cellCount++
}

function indentation(line) { match(line, /^ */); return RLENGTH }

# Whether the lines of the file from here on are those of the quoted block, but for their indentation.
function is_quoted_at(start,    i, line, shift) {
  shift = indentation(original[start]) - indentation(quoted[1])
  if (shift < 0) return 0
  for (i = 1; i <= quotedLines; i++) {
    line = original[start + i - 1]
    if (line == "" && quoted[i] == "") continue
    if (indentation(line) < shift || substr(line, shift + 1) != quoted[i]) return 0
  }
  return 1
}

function find_quoted(    line, lines, start) {
  if (origin !~ /^Examples\//) complain("quote from Examples, where a check compiles it")
  for (lines = 0; (getline line < origin) > 0; ) original[++lines] = line
  close(origin)
  if (!lines) complain("there is no " origin)
  for (start = 1; start + quotedLines - 1 <= lines; start++) if (is_quoted_at(start)) return
  complain("this is not in " origin)
}

# A table is looked for, has its head read, or has its rows read.
function finish_table() {
  if (table == "rows" && !rows) complain("the table has no rows")
  else if (table != "" && table != "rows") complain("no table follows the comment that announces it")
  table = ""
}

FNR == 1 { head = "import Infusion\n"; bar = "\001" }

!inside && /^> Note: This snippet is not compiled on Linux; / { said_at = FNR }

!inside && /^ *<!-- printed -->/ { printed_at = FNR; next }

/^ *<!-- snippet: [a-z]+ -->/ { announced = $3; announced_at = FNR; next }

/^ *<!-- snippet: quoted [^ ]+ -->/ { announced = "quoted"; origin = $4; announced_at = FNR; next }

!inside && /^ *<!-- compiled:/ {
  finish_table()
  if ($0 !~ /<!-- compiled: context [A-Za-z]+ -->/) {
    complain("write <!-- compiled: context NAME -->")
    next
  }
  context = $4
  table = "announced"
  rows = 0
  next
}

table == "announced" && /^ *$/ { next }
table == "announced" && /^ *\|/ { row = $0; gsub(/\\\|/, bar, row); sub(/\| *$/, "", row)
  columns = split(row, unused, "|"); table = "head"; next }
table == "head" && /^ *\|[-:| ]+$/ { table = "rows"; next }
table == "rows" && /^ *\|/ { compile_cell($0); next }
table != "" { finish_table() }

# Inside 1 is a block that is kept, inside 2 one that is not, inside 3 one that is printed.
!inside && /^ *```swift( |$)/ {
  blocks++
  inside = 1
  kind = $2
  if (announced_at == FNR - 1 && kind == "") kind = announced
  if (kind == "body") {
    finish_body()
    function_name = "snippetAtLine" FNR
    body = "func " function_name "() async throws {\n" place(FNR + 1)
  } else if (kind == "continued") {
    if (body != "") body = body place(FNR + 1)
    else { complain("there is no body to continue"); inside = 2 }
  } else if (kind == "standalone") {
    standalone = prefix "." FNR ".swift"
    printf "%s%s", head, place(FNR + 1) > standalone
  } else if (kind == "parsed") {
    if (!said_at || FNR - said_at > 3) complain("the page does not say that this is not compiled")
    standalone = prefix "." FNR ".parsed"
    printf "%s", place(FNR + 1) > standalone
    parsed++
  } else if (kind == "quoted") {
    quotedLines = 0
    quotations++
  } else if (kind == "") {
    declarations = declarations place(FNR + 1)
  } else {
    complain("'" kind "' is no kind of snippet")
    inside = 2
  }
  next
}

!inside && /^ *```/ {
  inside = 2
  if (printed_at && printed_at == FNR - 1) {
    if (function_name == "") complain("there is no body that could print this")
    else {
      inside = 3
      printed = prefix "." function_name ".printed"
      cases = cases "case \"" function_name "\": try await " function_name "()\n"
      function_name = ""
    }
  }
  next
}

inside && /^ *``` *$/ {
  if ((kind == "standalone" || kind == "parsed") && inside == 1) close(standalone)
  if (inside == 3) close(printed)
  if (kind == "quoted" && inside == 1) find_quoted()
  inside = 0
  next
}

inside == 3 { print > printed; next }
inside == 1 && kind == "quoted" { quoted[++quotedLines] = $0; next }
inside == 1 && (kind == "standalone" || kind == "parsed") { print > standalone; next }
inside == 1 && kind == "" { declarations = declarations $0 "\n"; next }
inside == 1 { body = body $0 "\n" }

END {
  finish_body()
  finish_table()
  if (inside) complain("the last block is not closed")
  if (FILENAME == "README.md" && !blocks) complain("there is no Swift block")
  if (declarations bodies != "") {
    printf "%s%s#sourceLocation()\n%s", head, declarations, bodies > (prefix ".page.swift")
  }
  if (cases != "") {
    printf "@main enum Printing {\nstatic func main() async throws {\n" \
      "switch CommandLine.arguments[1] {\n%sdefault: fatalError()\n}\n}\n}\n", cases \
      > (prefix ".printing.swift")
  }
  for (context in methods) {
    source = contexts "/" context ".swift"
    file = prefix "." context ".swift"
    printf "#sourceLocation(file: \"%s\", line: 1)\n", source > file
    lines = 0
    while ((getline line < source) > 0) { print line > file; lines++ }
    if (!lines) complain("there is no context " source)
    printf "#sourceLocation()\nextension %s {\n%s}\n", context, methods[context] > file
  }
  if (!wrong && (blocks || cellCount)) {
    printf "%s: %d blocks, %d cells%s%s\n", FILENAME, blocks, cellCount,
      parsed ? ", " parsed " of the blocks only parsed" : "",
      quotations ? ", " quotations " quoted from examples" : ""
  }
  exit wrong
}
