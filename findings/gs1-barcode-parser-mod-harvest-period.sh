#!/usr/bin/env bash
# gs1-barcode-parser-mod 1.2.1 makes a date and a serial number of a harvest period.
#
# The element 7007 holds a harvest date, or a period as two dates of six digits, which fish and
# vegetables have on their boxes. The parser takes six digits; the second date, 1 July 2025 to 31
# July 2025 (250731), is then read as element 250, a secondary serial number, with the value 731. It
# raises no error.
#
# Seen: 7007 2025-07-01; 250 731; 10 A
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . gs1-barcode-parser-mod@1.2.1
cat > parse.cjs <<'JS'
const { parseBarcode } = require('gs1-barcode-parser-mod')
const separator = String.fromCharCode(29)
const items = parseBarcode(`]C17007250701250731${separator}10A`).parsedCodeItems
console.log(items.map(({ ai, data }) => `${ai} ${data instanceof Date ? data.toISOString().slice(0, 10) : data}`).join('; '))
JS
seen=$(TZ=UTC node parse.cjs)
echo "$seen"
[ "$seen" = '7007 2025-07-01; 250 731; 10 A' ]
