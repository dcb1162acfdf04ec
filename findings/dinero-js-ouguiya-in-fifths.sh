#!/usr/bin/env bash
# dinero.js 2.0.2 counts ouguiya and ariary in fifths, ISO 4217 and its bundled data in hundredths.
#
# ISO 4217 gives MRU and MGA two digits after the point, as for EUR; files of banks, terminals and
# most payment providers keep to it. The currencies that come with the library are of base 5, as
# the coins are. An amount in the smallest unit of the standard, 1250 for 12.50, is taken as 250
# whole units, twenty times as much, and cannot be written as a decimal: `toDecimal` raises.
#
# Seen: EUR [12,50] 12.50; MRU [250,0] error; MGA [250,0] error; two digits in currency-codes
# 2.2.0 for all three
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . dinero.js@2.0.2 currency-codes@2.2.0
cat > units.mjs <<'JS'
import currencyCodes from 'currency-codes'
import { dinero, toDecimal, toUnits } from 'dinero.js'
import { EUR, MGA, MRU } from 'dinero.js/currencies'
const decimal = (price) => {
  try {
    return toDecimal(price)
  } catch {
    return 'error'
  }
}
const seen = [EUR, MRU, MGA].map((currency) => {
  const price = dinero({ amount: 1250, currency })
  return `${currency.code} ${JSON.stringify(toUnits(price))} ${decimal(price)} of ${currencyCodes.code(currency.code).digits}`
})
console.log(seen.join('; '))
JS
seen=$(node units.mjs)
echo "$seen"
[ "$seen" = 'EUR [12,50] 12.50 of 2; MRU [250,0] error of 2; MGA [250,0] error of 2' ]
