#!/bin/sh
# readme.sh ROOT: the commands of the README, in their order, with a home folder of their own. `make demo` and `make test` have
# tests of their own.
root=$1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$root" || exit 1
# What cargo has fetched and built stays where it is.
export CARGO_HOME="${CARGO_HOME:-$HOME/.cargo}" RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" HOME="$scratch"

# Both programs are the same text; the file has a comment above it.
sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' >"$scratch/readme.c"
sed 1d examples/names.c | diff "$scratch/readme.c" - || { echo "FAIL: examples/names.c is not the README's program" && exit 1; }

sed -n '/^```rust$/,/^```$/p' README.md | sed '1d;$d' >"$scratch/readme.rs"
sed 1,2d examples/tokens.rs | diff "$scratch/readme.rs" - || { echo "FAIL: examples/tokens.rs is not the README's program" && exit 1; }

sed -n '/^```console$/,/^```$/s/^\$ //p' README.md | grep -v '^make \(demo\|test\) ' >"$scratch/commands.sh"
lines=$(wc -l <"$scratch/commands.sh")
[ "$lines" -ge 6 ] || { echo "FAIL: the README has $lines commands" && exit 1; }
sh -ex "$scratch/commands.sh" >"$scratch/shown" 2>&1 || { cat "$scratch/shown" && exit 1; }
for line in "^e-book 10-16$" "^       1     10   16  <ALPHANUM_COMP>  ebook$" "^examples/definition.json: valid" "E-Book  *e-book$"; do
    grep -q "$line" "$scratch/shown" || { cat "$scratch/shown"; echo "FAIL: not shown: $line"; exit 1; }
done
echo ok
