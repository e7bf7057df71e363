#!/bin/sh
# install.sh CMAKE BUILD CONSUMERS VERSION ABI: installs into a scratch folder outside the tree, moves it, and builds and
# runs the consumers against it: pkg-config (shared, static, -static), find_package (shared, static).
cmake=$1
build=$2
consumers=$3
version=$4
abi=$5
command -v pkg-config >/dev/null || { echo "pkg-config is not there" && echo "help: apt-get install pkg-config" && exit 1; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
set -e
"$cmake" --install "$build" --prefix "$scratch/first" >/dev/null
mv "$scratch/first" "$scratch/moved" # the files find their prefix by themselves
prefix=$scratch/moved
lib=$(dirname "$(find "$prefix" -name libunic_analysis.a)")
for file in "$prefix/include/unic_analysis.h" "$prefix/include/unic_analysis.hpp" "$lib/libunic_analysis.so" \
    "$lib/libunic_analysis.so.$abi" "$lib/libunic_analysis.so.$version" "$lib/pkgconfig/unic-analysis.pc" \
    "$lib/cmake/unic-analysis/unic-analysis-config.cmake" "$lib/cmake/unic-analysis/unic-analysis-config-version.cmake"; do
    [ -f "$file" ] || { echo "FAIL: not installed: $file" && exit 1; }
done
# The program, by its name in the search path; its pages and completions where shells look for them; the licences of code and data.
for file in man/man1/unic.1 man/man1/unic-analyze.1 bash-completion/completions/unic zsh/site-functions/_unic \
    fish/vendor_completions.d/unic.fish licenses/unic-analysis/LICENSE licenses/unic-analysis/LICENSE-DICTIONARIES \
    licenses/unic-analysis/LICENSE-STOP-WORDS licenses/unic-analysis/LICENSE-UNICODE licenses/unic-analysis/NOTICE; do
    [ -s "$prefix/share/$file" ] || { echo "FAIL: not installed: share/$file" && exit 1; }
done
case "$(PATH="$prefix/bin:$PATH" unic --version)" in
"unic $version "*) ;;
*) echo "FAIL: unic --version" && exit 1 ;;
esac
PATH="$prefix/bin:$PATH" unic analyze -a hyphen --ndjson E-Book | grep -q '"token":"EBook"'
[ "$(readlink "$lib/libunic_analysis.so")" = "libunic_analysis.so.$abi" ]
[ "$(readlink "$lib/libunic_analysis.so.$abi")" = "libunic_analysis.so.$version" ]

cp -r "$consumers" "$scratch/consumers"
cd "$scratch/consumers"
export PKG_CONFIG_PATH="$lib/pkgconfig"
[ "$(pkg-config --modversion unic-analysis)" = "$version" ]
cc $(pkg-config --cflags unic-analysis) consumer.c -o pc_shared $(pkg-config --libs unic-analysis) -Wl,-rpath,"$lib"
./pc_shared
readelf -d pc_shared | grep -q "NEEDED.*\[libunic_analysis.so.$abi\]"
# Static: only the archive may be found.
mkdir archive && cp "$lib/libunic_analysis.a" archive/
cc $(pkg-config --cflags unic-analysis) consumer.c -o pc_static -L"$PWD/archive" -Wl,-Bstatic -lunic_analysis -Wl,-Bdynamic \
    $(pkg-config --static --libs-only-l unic-analysis | sed 's/-lunic_analysis//')
./pc_static
if readelf -d pc_static | grep -q "NEEDED.*unic_analysis"; then echo "FAIL: not linked statically" && exit 1; fi
# Without any shared library. The linker warns of functions of the C library that load others.
cc -static $(pkg-config --cflags unic-analysis) consumer.c -o pc_no_shared $(pkg-config --static --libs unic-analysis) >static.log 2>&1 ||
    { cat static.log; exit 1; }
./pc_no_shared

"$cmake" -S . -B cmake-build -DCMAKE_PREFIX_PATH="$prefix" -DWANTED_VERSION="$version" >cmake.log 2>&1 || { cat cmake.log; exit 1; }
"$cmake" --build cmake-build >cmake.log 2>&1 || { cat cmake.log; exit 1; }
for program in shared static cxx; do ./cmake-build/$program; done
readelf -d cmake-build/shared | grep -q "NEEDED.*\[libunic_analysis.so.$abi\]"
if readelf -d cmake-build/static | grep -q "NEEDED.*unic_analysis"; then echo "FAIL: not linked statically" && exit 1; fi
# A version that is not there is refused.
if "$cmake" -S . -B no-build -DCMAKE_PREFIX_PATH="$prefix" -DWANTED_VERSION=99.0 >/dev/null 2>&1; then
    echo "FAIL: version 99 was found" && exit 1
fi
echo ok
