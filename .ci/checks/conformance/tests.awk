# Lists what Swift files say about numbered behaviors, a line for each number:
#
#   test OBJ-7 FILE:LINE               the name of a test begins with the number
#   disabled OBJ-8 FILE:LINE REASON    the same, but it does not run, or is allowed to fail
#   refused OBJ-33 FILE:LINE           a compile-fail case has the number (with -v refusals=1)
#
# Comments, and what stands within `#if false`, do not count as tests. A name may begin with
# several numbers: "OBJ-7, OBJ-8: …".

function begin_file() {
  settle()
  depth = 0; ifs = 0; excluded = 0; attribute = ""; suite_problem = ""; waiting = 0
}

# What is known of the last test is known at the next one, or at the end of its file.
function settle(    i) {
  for (i = 1; i <= found; i++) {
    if (problem == "") print "test", numbers[i], place
    else print "disabled", numbers[i], place, problem
  }
  found = 0; problem = ""
}

# The code of a line: no comments. What looks like one in a string is none.
function code_of(line,    out, c, two, quoted) {
  out = ""; quoted = 0
  while (line != "") {
    c = substr(line, 1, 1); two = substr(line, 1, 2)
    if (depth > 0) {
      if (two == "*/") { depth--; line = substr(line, 3); continue }
      if (two == "/*") { depth++; line = substr(line, 3); continue }
      line = substr(line, 2); continue
    }
    if (quoted) {
      if (c == "\\") { out = out two; line = substr(line, 3); continue }
      if (c == "\"") quoted = 0
    } else {
      if (two == "//") break
      if (two == "/*") { depth++; line = substr(line, 3); continue }
      if (c == "\"") quoted = 1
    }
    out = out c; line = substr(line, 2)
  }
  return out
}

# How many parentheses a text leaves open, those in strings apart.
function balance(text,    n) {
  gsub(/\\./, "", text); gsub(/"[^"]*"/, "", text)
  n = gsub(/\(/, "", text); n -= gsub(/\)/, "", text)
  return n
}

# The numbers at the beginning of a name, up to its colon: they end up in `list`.
function read_numbers(name, list,    count, words, i, n) {
  if (!match(name, /^[A-Za-z0-9, -]+:/)) return 0
  n = split(substr(name, 1, RLENGTH - 1), words, /, */)
  count = 0
  for (i = 1; i <= n; i++) {
    if (words[i] ~ /^([A-Z][A-Z][A-Z]-[1-9][0-9]*|Defect[0-9][0-9])$/) list[++count] = words[i]
  }
  return count
}

# A whole attribute, on however many lines it stood. A condition counts as disabled.
function read_attribute(text,    name, traits, off) {
  settle()
  if (match(text, /^@Test *\( *"/)) name = substr(text, RLENGTH + 1)
  traits = text
  gsub(/\\./, "", traits); gsub(/"[^"]*"/, "", traits)
  off = traits ~ /\.(disabled|enabled)([^A-Za-z0-9_]|$)/
  if (text ~ /^@Suite/) {
    suite_problem = off ? "its suite is disabled" : ""
    return
  }
  found = read_numbers(name, numbers)
  place = FILENAME ":" start
  problem = off ? "it is disabled" : suite_problem
}

FNR == 1 { begin_file() }

refusals {
  if (match($0, /^ *\/\/ /)) {
    name = substr($0, RSTART + RLENGTH)
    if (name ~ /^expected-error/) {
      for (i = 1; i <= waiting; i++) print "refused", awaited[i], awaited_at
      waiting = 0
    } else if ((n = read_numbers(name, heard)) > 0) {
      for (i = 1; i <= n; i++) awaited[i] = heard[i]
      waiting = n; awaited_at = FILENAME ":" FNR
    }
  }
  next
}

{
  line = code_of($0)
  if (line ~ /^ *#if /) {
    ifs++
    if (!excluded && line ~ /^ *#if +(false|0)([^A-Za-z0-9]|$)/) excluded = ifs
    next
  }
  if (line ~ /^ *#else/ && excluded == ifs) { excluded = 0; next }
  if (line ~ /^ *#endif/) { if (excluded == ifs) excluded = 0; ifs--; next }
  if (excluded) next

  # Nothing but other attributes can stand before it; in particular no string.
  if (attribute == "" && match(line, /^[^"]*@(Test|Suite)([^A-Za-z0-9_]|$)/)) {
    match(line, /@(Test|Suite)/)
    start = FNR
    attribute = substr(line, RSTART)
  } else if (attribute != "") {
    attribute = attribute " " line
  }
  if (attribute != "") {
    # An attribute without parentheses names no number, but it ends the test before it.
    if (attribute !~ /^@(Test|Suite) *\(/ || balance(attribute) <= 0) {
      read_attribute(attribute); attribute = ""
    }
  }
  if (found && line ~ /withKnownIssue/) problem = "it holds a known issue"
}

END { settle() }
