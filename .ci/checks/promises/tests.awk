# Prints the tests of Swift files that are not disabled, one Suite/function a line: those of Swift
# Testing, and the methods of an XCTestCase, whose name ends in XCTests.

FNR == 1 { suite = ""; pending = 0 }

match($0, /(struct|class|enum|actor|extension) +[A-Za-z0-9_]*Tests/) && !/^ *\/\// {
  suite = substr($0, RSTART, RLENGTH)
  sub(/.* /, "", suite)
}

/^ *@Test/ { pending = 1; disabled = 0 }
suite ~ /XCTests$/ && /^ *func +test/ { pending = 1; disabled = 0 }

pending && /\.disabled\(/ { disabled = 1 }

pending && match($0, /func +[A-Za-z0-9_]+/) {
  name = substr($0, RSTART, RLENGTH)
  sub(/func +/, "", name)
  if (!disabled) print suite "/" name
  pending = 0
}
