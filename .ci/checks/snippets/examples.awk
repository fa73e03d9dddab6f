# Turns the examples in the documentation comments of Swift sources into Swift files, one each:
# DIRECTORY/Source.LINE.swift. Their names come from the module Vocabulary; what an example declares
# itself hides those.
#
#   /// ```swift              declarations or statements, a file of its own

function complain(text) {
  printf "%s:%d: error: %s\n", FILENAME, FNR, text > "/dev/stderr"
  wrong = 1
}

function finish() {
  if (example != "") close(example)
  example = ""
}

FNR == 1 {
  if (inside) complain("the example before this file is not closed")
  inside = 0
  finish()
  base = FILENAME
  gsub(/[^A-Za-z0-9]/, "_", base)
}

!inside && /^ *\/\/\/ *```/ {
  inside = 1
  language = $0
  sub(/^ *\/\/\/ *```/, "", language)
  if (language ~ /^ *[Ss]wift./) complain("an example begins with ```swift, and nothing else")
  if (language != "swift") next
  example = directory "/" base "." FNR ".swift"
  print "import Infusion" > example
  if (FILENAME ~ /InfusionTesting/) print "import InfusionTesting\nimport Testing" > example
  printf "import Vocabulary\n#sourceLocation(file: \"%s\", line: %d)\n", FILENAME, FNR + 1 > example
  examples++
  next
}

inside && /^ *\/\/\/ *``` *$/ { inside = 0; finish(); next }
inside && !/^ *\/\/\// { complain("the example is not closed"); inside = 0; finish(); next }
inside && example != "" { sub(/^ *\/\/\/ ?/, ""); print > example }

END {
  finish()
  if (inside) complain("the last example is not closed")
  if (!examples) complain("there is no example")
  exit wrong
}
