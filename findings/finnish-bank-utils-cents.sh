#!/usr/bin/env bash
# finnish-bank-utils 1.3.3 writes a broken bar code for every ninth amount.
#
# The bar code of a Finnish invoice ("virtuaaliviivakoodi", version 4) has 54 digits, eight of them
# the amount: 17.99 is 00001799. The library multiplies the amount by 100 in floating point and
# writes what comes out, 98.99999999999977, after the euros. What it returns is a text of 68
# characters and no error. Of the amounts from 0.00 to 99.99, 1,146 are broken.
#
# Seen: 17.50 has 54 digits; 17.99 is …00001798.99999999999977…; broken: 1146 of 10000
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . finnish-bank-utils@1.3.3
cat > barcode.cjs <<'JS'
const library = require('finnish-bank-utils')
const barcode = (sum) =>
  library.formatFinnishVirtualBarCode({ iban: 'FI7944052020036082', sum, reference: '1232', date: '31.1.2026' })
const isWhole = (code) => /^\d{54}$/.test(code)
const broken = Array.from({ length: 10_000 }, (_, cents) => barcode(cents / 100)).filter((code) => !isWhole(code)).length
const [, amount] = /^4\d{16}(.*?)0{19}1232260131$/.exec(barcode(17.99))
console.log(`17.50 ${isWhole(barcode(17.5)) ? 'has 54 digits' : 'is broken'}; 17.99 is …${amount}…; broken: ${broken} of 10000`)
JS
seen=$(node barcode.cjs)
echo "$seen"
[ "$seen" = '17.50 has 54 digits; 17.99 is …00001798.99999999999977…; broken: 1146 of 10000' ]
