#!/bin/sh
# native-libraries.sh ROOT TARGET_DIR NAME...: what programs link besides the static library is what rustc says.
root=$1
target=$2
shift 2
said=$(cd "$root" && cargo rustc --locked --lib --features test-faults --target-dir "$target" --crate-type staticlib -- \
    --print native-static-libs 2>&1) || { printf '%s\n' "$said" && exit 1; }
said=$(printf '%s\n' "$said" | sed -n 's/.*native-static-libs: //p' | tr ' ' '\n' | sed 's/^-l//' | LC_ALL=C sort -u)
listed=$(printf '%s\n' "$@" | LC_ALL=C sort -u)
[ "$said" = "$listed" ] && exit 0
echo "rustc says:" $said
echo "listed:    " $listed
echo "help: UNIC_NATIVE_LIBRARIES in cmake/CargoBuild.cmake"
exit 1
