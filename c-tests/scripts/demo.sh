#!/bin/sh
# demo.sh PROGRAM EXAMPLES: the demo shows the forms, and says where a definition is wrong.
program=$1
cd "$2" || exit 1
status=0
shown=$("$program" definition.json text/*.txt) || { echo "FAIL: the demo ends with $?" && exit 1; }
printf '%s\n' "$shown"
for term in 'reading-room ' 'readingroom ' 'corinna ' 'hals-nasen-ohren-ärztin ' 'halsnasenohrenärztin ' 'usa ' 'c++ .* keyword' 'wi-fi .* keyword'; do
    printf '%s\n' "$shown" | grep -q "^    $term" || { echo "FAIL: not shown: $term" && status=1; }
done
said=$("$program" broken.json text/*.txt 2>&1) && { echo "FAIL: a broken definition is taken" && status=1; }
printf '%s\n' "$said"
for line in '^broken.json:6:9: .*subwords\|^broken.json:6:9: .*hyphens' 'at: /analysis/analyzer/forms/hyphen$' 'help: '; do
    printf '%s\n' "$said" | grep -q "$line" || { echo "FAIL: not said: $line" && status=1; }
done
exit $status
