#!/usr/bin/env bash
# Data flows one way: a file names the machinery of its own folder and of those before it
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Types of the public folders may be named everywhere; their place says what they may name.
order=(
  Machinery/Runtime Machinery/Shaping Declaring Machinery/Configuring Binding Machinery/Keeping
  Machinery/Linking Machinery/Running/Constructing Machinery/Running Machinery/Changing Machinery/Preparing Diagnosing Injecting
)

# Types that a folder before theirs names all the same, and why.
cat > "$temporary/exceptions" <<'END'
Machinery/Runtime Resolution: a thread finds its resolution in its record
Machinery/Runtime RetiredInstance: a thread collects in its record what it is to release
Machinery/Shaping DeferredHandle: the list of protocols to look for has all of them
Declaring Recipe: an initializer that a class declares is one
Declaring InitializerRecipe: an initializer that a class declares is one
Declaring Resolution: a marker remembers only what the present request has finished
Machinery/Configuring ActiveBinding: the ingredients of a recipe are those of a binding at work
Machinery/Configuring DependencyList: the ingredients of a recipe lie as it says
Machinery/Configuring Resolution: a recipe that reads arguments or the point of the request asks for them
Machinery/Configuring PreparationJob: an asynchronous closure is run for a job
Binding Resolution: a binder and a handle ask what the present request sees
Binding InjectorCore: a binder of an update knows the injector
Binding DeferredRequest: a handle keeps its request
Machinery/Linking Resolution: what a generation drops is released at the end of a call
Machinery/Running/Constructing PreparationState: a frame may take what was prepared
END

find Sources/Infusion -name '*.swift' | sort > "$temporary/files"
awk -v order="${order[*]}" -v exceptions="$temporary/exceptions" '
  # folder FILE: the place of its folder in the order; 0 for none.
  function folder(file,    place) {
    for (place = 1; place <= count; place++)
      if (index(file, "Sources/Infusion/" folders[place] "/") == 1) return place
    return 0
  }
  function complain(text) {
    print "  " text
    broken = 1
  }
  BEGIN {
    count = split(order, folders, " ")
    while ((getline line < exceptions) > 0) excepted[substr(line, 1, index(line, ":") - 1)] = 1
  }
  {
    if (!folder($0)) complain($0 " is in no folder of the order")
    while ((getline line < $0) > 0) {
      sub(/\/\/.*/, "", line)
      gsub(/"([^"\\]|\\.)*"/, "", line)
      lines[++total] = line
      files[total] = $0
      if ($0 ~ /\/Machinery\// &&
        match(line, /^([@a-z][@a-z()]* )*(class|struct|enum|protocol|actor|typealias) +[A-Z][A-Za-z]*/))
      {
        name = substr(line, RSTART, RLENGTH)
        sub(/.* /, "", name)
        home[name] = folder($0)
      }
    }
    close($0)
  }
  END {
    for (number = 1; number <= total; number++) {
      file = files[number]
      here = folder(file)
      rest = lines[number]
      # Of a nested type, the name of the outer one counts.
      while (match(rest, /[A-Za-z_.]+/)) {
        name = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/\..*/, "", name)
        if (!(name in home) || home[name] <= here) continue
        exception = folders[here] " " name
        if (exception in excepted) needed[exception] = 1
        else if (!seen[file, name]++) complain(file " names " name " of " folders[home[name]])
      }
    }
    for (exception in excepted)
      if (!(exception in needed)) complain("an exception is no longer needed: " exception)
    exit broken
  }
' "$temporary/files" || fail 'a file names what comes after it'
printf 'the folders are in order, with %d exceptions\n' "$(wc -l < "$temporary/exceptions")"
