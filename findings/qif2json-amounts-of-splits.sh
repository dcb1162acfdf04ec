#!/usr/bin/env bash
# qif2json 0.4.0 reads a thousand in a split of a QIF file as one.
#
# A transaction of a QIF statement has its amount in a line `T`, and what it is made of in lines
# `$`. Both may have a separator of thousands. The library drops it from `T` and stops at it in
# `$`, so the parts no longer add up to the whole; books that are made of the parts lose the
# difference. There is no error.
#
# Seen: -1234.5 of -1 and -234.5; 2500 of 2 and 500
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . qif2json@0.4.0
cat > splits.cjs <<'JS'
const { parse } = require('qif2json')
const statement = [
  '!Type:Bank',
  'D02/01/2025', 'T-1,234.50', 'PSupplier', 'SGoods', '$-1,000.00', 'SFreight', '$-234.50', '^',
  'D03/01/2025', 'T2,500.00', 'PShop', 'SSales', '$2,000.00', 'STax', '$500.00', '^',
].join('\n')
const parts = ({ amount, division }) => `${amount} of ${division.map((part) => part.amount).join(' and ')}`
console.log(parse(statement).transactions.map(parts).join('; '))
JS
seen=$(node splits.cjs)
echo "$seen"
[ "$seen" = '-1234.5 of -1 and -234.5; 2500 of 2 and 500' ]
