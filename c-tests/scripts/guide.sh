#!/bin/sh
# guide.sh PROGRAM ROOT: docs/guide.md quotes examples/guide.c and shows what it prints.
program=$1
root=$2
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

"$program" >"$scratch/printed" || exit 1
# Blocks without a language are output: together, all of it.
awk '/^```c$/ {code = 1; next} /^```$/ {if (code) code = 0; else out = !out; next} out {print}' "$root/docs/guide.md" >"$scratch/shown"
diff "$scratch/shown" "$scratch/printed" || { echo "FAIL: the guide shows other output than the program's" && exit 1; }

# Each line of C in the guide is a line of the program.
awk '/^```c$/ {code = 1; next} /^```$/ {code = 0} code {print}' "$root/docs/guide.md" >"$scratch/quoted"
[ -s "$scratch/quoted" ] || { echo "FAIL: the guide quotes nothing" && exit 1; }
while IFS= read -r line; do
    grep -qxF -e "$line" "$root/examples/guide.c" || { printf "FAIL: not in examples/guide.c: %s\n" "$line" && exit 1; }
done <"$scratch/quoted"
echo ok
