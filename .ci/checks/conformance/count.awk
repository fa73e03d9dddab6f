# Compares numbers.txt, the first file, with what tests.awk has found, the second one. Prints how
# many behaviors of each library have a test, and which have none; fails when any has none.

FNR == NR {
  if ($0 ~ /^#/ || NF == 0) next
  prefix[++libraries] = $1; first[libraries] = $2; last[libraries] = $3
  name[libraries] = $4
  for (i = 5; i <= NF; i++) name[libraries] = name[libraries] " " $i
  for (n = $2; n <= $3; n++) known[number(libraries, n)] = 1
  next
}

function number(library, n) {
  return prefix[library] == "Defect" ? sprintf("Defect%02d", n) : prefix[library] "-" n
}

!($2 in known) {
  printf "%s: error: there is no behavior '%s'\n", $3, $2
  wrong++
  next
}
$1 == "test" { tested[$2] = 1 }
$1 == "refused" { refused[$2] = 1 }
$1 == "disabled" { disabled[$2] = $0; sub(/^[^ ]+ [^ ]+ /, "", disabled[$2]) }

END {
  for (l = 1; l <= libraries; l++) {
    tests = 0; refusals = 0; total = 0; missing = ""; off = ""
    for (n = first[l]; n <= last[l]; n++) {
      key = number(l, n); total++
      # A test that runs does not make up for one that does not.
      if (key in disabled) off = off sprintf("  %s does not run: %s\n", key, disabled[key])
      else if (key in tested) tests++
      else if (key in refused) refusals++
      else missing = missing " " key
    }
    printf "%-7s %3d of %3d: %d by a test, %d by the compiler (%s)\n", prefix[l], \
      tests + refusals, total, tests, refusals, name[l]
    if (missing != "") printf "  missing:%s\n", missing
    printf "%s", off
    if (tests + refusals < total) wrong++
  }
  if (libraries == 0) { print "error: no behavior is known"; wrong++ }
  exit wrong > 0
}
