#!/usr/bin/env bash
# @medusajs/utils 2.21.2 totals a cart to thousandths of a cent, and below nothing.
#
# `decorateCartTotals` makes the totals that Medusa shows, charges and keeps. It does not round to
# the currency's smallest unit at any level: two lines and shipping in EUR are 28.68915, and a line
# of JPY 333 with its tax within has a tax of 30.272727. Whoever takes orders over from it has to
# choose where they are rounded, and the cents of lines, taxes and total will not all agree. Two
# discounts that are larger than their line make the total and the tax negative.
#
# Seen: EUR 28.68915 with tax 3.69915; JPY tax 30.272727; two discounts -5.95 with tax -0.95
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @medusajs/utils@2.21.2
cat > totals.cjs <<'JS'
const { decorateCartTotals } = require('@medusajs/utils')
const rates = (...all) => all.map((rate) => ({ rate }))
const line = (id, unit_price, quantity, rest) => ({ id, unit_price, quantity, adjustments: [], ...rest })
const shipping = { id: 's', amount: 5, tax_lines: rates(19), adjustments: [] }
const totals = (currency_code, items, shipping_methods = []) => {
  const { total, tax_total } = decorateCartTotals({ currency_code, items, shipping_methods, region: {} })
  return { total: Number(total), tax: Number(tax_total) }
}
const euro = totals('eur', [line('a', 10, 1, { tax_lines: rates(19) }), line('b', 3.33, 3, { tax_lines: rates(7, 1.5) })], [shipping])
const yen = totals('jpy', [line('a', 333, 1, { tax_lines: rates(10), is_tax_inclusive: true })])
const free = totals('eur', [line('a', 10, 1, { tax_lines: rates(19), adjustments: [{ amount: 10 }, { amount: 5 }] })])
console.log(`EUR ${euro.total} with tax ${euro.tax}; JPY tax ${yen.tax.toFixed(6)}; two discounts ${free.total} with tax ${free.tax}`)
JS
seen=$(node totals.cjs)
echo "$seen"
[ "$seen" = 'EUR 28.68915 with tax 3.69915; JPY tax 30.272727; two discounts -5.95 with tax -0.95' ]
