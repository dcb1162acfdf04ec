#!/usr/bin/env bash
# edifact 1.2.12 refuses an interchange whose UNA names a repetition separator.
#
# Since syntax version 4 of ISO 9735 the seventh character after "UNA" is the separator of repeated
# elements, usually "*"; before, it was reserved and a space. The parser reads the separators only
# where it finds the space; otherwise it takes UNA for a segment and stops at its first separator.
# The same interchange with a space, though it says version 4 in UNB, is read.
#
# Seen: with "*" Error: Invalid character : after reading segment name UNA;
# with a space: 5 segments.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . edifact@1.2.12
cat > orders.cjs <<'JS'
const { Parser } = require('edifact')
for (const repetition of ['*', ' ']) {
  const text =
    `UNA:+.?${repetition}'UNB+UNOA:4+SHOP+SUPPLIER+20261130:1200+1'UNH+1+ORDERS:D:01B:UN'` +
    "BGM+220+PO1+9'UNT+3+1'UNZ+1+1'"
  const parser = new Parser()
  let segments = 0
  parser.onopensegment = () => segments++
  try {
    parser.write(text)
    parser.end()
    console.log(`"${repetition}"`, segments)
  } catch (error) {
    console.log(`"${repetition}"`, error.message)
  }
}
JS
seen=$(node orders.cjs)
echo "$seen"
[ "$seen" = '"*" Invalid character : after reading segment name UNA
" " 5' ]
