# Turns the ```swift blocks of one Markdown page into Swift files, PREFIX.*.swift.
#
#   ```swift              declarations: all such blocks of a page form one file, in order
#   ```swift body         statements: the body of a function in that file
#   ```swift continued    more statements of the body before it
#   ```swift standalone   a file of its own
#
# An HTML comment on the line before the fence says the same where the documentation's own
# renderer expects the bare language: <!-- snippet: body -->
#
# Every block compiles: there is no word to leave one out.

function complain(text) {
  printf "%s:%d: error: %s\n", FILENAME, FNR, text > "/dev/stderr"
  wrong = 1
  inside = 2
}

function place() { return "#sourceLocation(file: \"" FILENAME "\", line: " FNR + 1 ")\n" }

function finish_body() {
  if (body != "") bodies = bodies body "#sourceLocation()\n}\n"
  body = ""
}

FNR == 1 { head = "import Infusion\n" }

/^ *<!-- snippet: [a-z]+ -->/ { announced = $3; announced_at = FNR; next }

# Inside 1 is a block that is kept, inside 2 one that is not.
!inside && /^ *```swift( |$)/ {
  blocks++
  inside = 1
  kind = $2
  if (announced_at == FNR - 1 && kind == "") kind = announced
  if (kind == "body") {
    finish_body()
    body = "func snippetAtLine" FNR "() async throws {\n" place()
  } else if (kind == "continued") {
    if (body != "") body = body place()
    else complain("there is no body to continue")
  } else if (kind == "standalone") {
    standalone = prefix "." FNR ".swift"
    printf "%s%s", head, place() > standalone
  } else if (kind == "") {
    declarations = declarations place()
  } else {
    complain("'" kind "' is no kind of snippet")
  }
  next
}

!inside && /^ *```/ { inside = 2; next }

inside && /^ *``` *$/ {
  if (kind == "standalone" && inside == 1) close(standalone)
  inside = 0
  next
}

inside == 1 && kind == "standalone" { print > standalone; next }
inside == 1 && kind == "" { declarations = declarations $0 "\n"; next }
inside == 1 { body = body $0 "\n" }

END {
  finish_body()
  if (inside) complain("the last block is not closed")
  if (FILENAME == "README.md" && !blocks) complain("there is no Swift block")
  if (declarations bodies != "") {
    printf "%s%s#sourceLocation()\n%s", head, declarations, bodies > (prefix ".page.swift")
  }
  if (!wrong) printf "%s: %d blocks\n", FILENAME, blocks
  exit wrong
}
