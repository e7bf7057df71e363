#!/bin/sh
# header.sh INCLUDE SCRATCH LIBRARY_DIR CC CXX: the headers compiled alone, twice, and in two translation units of one
# program, by each standard, without a warning.
include=$1
scratch=$2
library=$3
cc=$4
cxx=$5
strict="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I$include"
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch" || exit 1

echo '#include "unic_analysis.h"' >alone.c
printf '#include "unic_analysis.h"\n#include "unic_analysis.h"\n' >twice.c
cat >one.c <<'END'
#include "unic_analysis.h"
unic_status one(unic_string **names);
unic_status one(unic_string **names) { return unic_component_names(names); }
END
cat >two.c <<'END'
#include "unic_analysis.h"
#ifdef __cplusplus
#define NOTHING nullptr
#else
#define NOTHING ((void *)0)
#endif
unic_status one(unic_string **names);
int main() { return one(NOTHING) == UNIC_STATUS_NULL_ARGUMENT ? 0 : 1; }
END
sed 's/int main()/int main(void)/' two.c >two_c.c

compile() { # COMPILER LANGUAGE STANDARD SECOND
    "$1" -x "$2" "-std=$3" $strict -c alone.c -o /dev/null || exit 1
    "$1" -x "$2" "-std=$3" $strict -c twice.c -o /dev/null || exit 1
    "$1" -x "$2" "-std=$3" $strict one.c "$4" -L"$library" -Wl,-rpath,"$library" -lunic_analysis -o program || exit 1
    ./program || { echo "FAIL: the program of two units, $3" && exit 1; }
    echo "ok $3"
}
for standard in c99 c11 c17; do compile "$cc" c $standard two_c.c; done
for standard in c++11 c++20; do compile "$cxx" c++ $standard two.c; done

echo '#include "unic_analysis.hpp"' >alone.cpp
printf '#include "unic_analysis.hpp"\n#include "unic_analysis.hpp"\n' >twice.cpp
cat >one.cpp <<'END'
#include "unic_analysis.hpp"
std::string one();
std::string one() { return unic::component_names().str(); }
END
cat >two.cpp <<'END'
#include "unic_analysis.hpp"
std::string one();
int main() { return one() == unic::component_names().str() ? 0 : 1; }
END
for standard in c++17 c++20; do
    "$cxx" -std=$standard $strict -c alone.cpp -o /dev/null || exit 1
    "$cxx" -std=$standard $strict -c twice.cpp -o /dev/null || exit 1
    "$cxx" -std=$standard $strict one.cpp two.cpp -L"$library" -Wl,-rpath,"$library" -lunic_analysis -o program || exit 1
    ./program || { echo "FAIL: the C++ program of two units, $standard" && exit 1; }
    echo "ok $standard, C++ layer"
done

# The check itself: a warning in the header would be found.
mkdir bad && { cat "$include/unic_analysis.h" && echo 'static int unused_in_the_header;'; } >bad/unic_analysis.h
if "$cc" -std=c99 -Wall -Wextra -Wpedantic -Werror -Ibad -c alone.c -o /dev/null 2>/dev/null; then
    echo "FAIL: a bad header was not found" && exit 1
fi
