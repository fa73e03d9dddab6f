# Prints the sentences of a page that name tests below them: the line of each sentence's text, and the
# tests that it names, or a dash where it promises nothing.
#
# A comment follows each paragraph, item and table. It has a line for each sentence, or row, in order;
# a line that ends in a comma continues on the next one.
#
#   Closures run in parallel. A failure affects only what depends on it.
#   <!-- tests
#   PreparationOrderTests/fiftyClosuresTakeTheTimeOfTheirLongestPath
#   PreparationFailureTests/allFailuresAreReportedTogetherAndNoConsequences,
#   PreparationFailureTests/theNextCallTriesOnlyWhatIsMissing
#   -->

function complain(line, text) {
  printf "%s:%d: error: %s\n", FILENAME, line, text > "/dev/stderr"
  wrong = 1
}

# Counts what a text ends with a full stop, a question mark or an exclamation mark; a text that ends
# with a colon is a sentence, too. Code and links may have such marks of their own.
function sentences(text,    count) {
  gsub(/``[^`]*``|`[^`]*`/, "X", text)
  gsub(/<doc:[^>]*>/, "X", text)
  gsub(/\*/, "", text)
  count = gsub(/[.?!]( |$)/, "", text)
  return count + (text ~ /: *$/)
}

# The block before has no comment.
function finish() {
  if (block != "") complain(begun, "no comment with tests follows this")
  block = ""
  rows = 0
}

function finish_tests(    expected, i) {
  expected = rows ? rows - 2 : sentences(block)
  if (count != expected) complain(begun, count " lines of tests for " expected (rows ? " rows" : " sentences"))
  for (i = 1; i <= count; i++) print begun, tests[i]
  block = ""
  rows = 0
}

# Nothing is promised before the first heading below the title, nor among the links at the end.
/^#+ / { finish(); promising = /^##/ && !/See also/; next }
!promising { next }

/^ *```/ { if (!inside) finish(); inside = !inside; next }
inside { next }

/^ *<!-- tests *$/ {
  if (block == "") complain(FNR, "these tests belong to no text")
  listing = 1
  count = 0
  continued = 0
  next
}
listing && /^ *-->/ { listing = 0; finish_tests(); next }
listing {
  gsub(/,? +/, " ")
  sub(/^ /, "")
  line = $0
  continues = sub(/,$/, "", line)
  if (continued) tests[count] = tests[count] " " line
  else tests[++count] = line
  continued = continues
  next
}

/^ *<!--/ { finish(); next }
/^ *$/ { finish(); next }
/^ *- / { finish() }
/^ *\|/ { rows++ }

{
  if (block == "") begun = FNR
  sub(/^ *(- |> (Important|Note): |> )?/, "")
  block = block (block == "" ? "" : " ") $0
}

END {
  finish()
  exit wrong
}
