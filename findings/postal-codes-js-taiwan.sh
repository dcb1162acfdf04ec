#!/usr/bin/env bash
# postal-codes-js 2.5.2 refuses the present postal codes of Taiwan, and every address of a country
# that has none.
#
# Taiwan went from five digits (3+2) to six (3+3) in 2020; the validator takes three and five, and
# refuses six. Hong Kong and the United Arab Emirates have no postal codes: an empty one is right
# and is refused as missing, so that a form that requires it rejects all their customers.
#
# Seen: TW 100 true / TW 10058 true / TW 100001 Postal code 100001 is not valid for country TW
#       HK (none) Missing postal code. / AE (none) Missing postal code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . postal-codes-js@2.5.2
cat > codes.cjs <<'JS'
const { validate } = require('postal-codes-js')
for (const [country, code] of [['TW', '100'], ['TW', '10058'], ['TW', '100001'], ['HK', ''], ['AE', '']])
  console.log(`${country} ${code || '(none)'} ${validate(country, code)}`)
JS
seen=$(node codes.cjs)
echo "$seen"
[ "$seen" = 'TW 100 true
TW 10058 true
TW 100001 Postal code 100001 is not valid for country TW
HK (none) Missing postal code.
AE (none) Missing postal code.' ]
