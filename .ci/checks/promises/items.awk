# Prints the items of the lists of a page: the line of each, and the tests that it names.

function finish() { if (line) print line tests; line = 0; tests = "" }

/^- / { finish(); line = FNR }
/^$/ || /^[#>]/ { finish() }

line {
  rest = $0
  while (match(rest, /`[A-Za-z0-9_]+Tests\/[A-Za-z0-9_]+`/)) {
    tests = tests " " substr(rest, RSTART + 1, RLENGTH - 2)
    rest = substr(rest, RSTART + RLENGTH)
  }
}

END { finish() }
