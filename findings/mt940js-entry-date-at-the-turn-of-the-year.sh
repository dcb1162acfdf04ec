#!/usr/bin/env bash
# mt940js 1.3.5 gives the entry date of a bank statement line the year of its value date.
#
# In field :61: of MT940 the value date has a year (YYMMDD), the entry date has none (MMDD). A line
# with value date 31 December 2023 that is entered on 2 January belongs to 2 January 2024. The
# parser gives 2 January 2023, a year too early. Who matches payments by entry date finds no such
# line in the new year, and books of the year that it gives are closed.
#
# Seen: value date 2023-12-31T00:00:00.000Z, entry date 2023-01-02T00:00:00.000Z
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . mt940js@1.3.5
cat > statement.cjs <<'JS'
const { Parser } = require('mt940js')
const [statement] = new Parser().parse(
  [':20:A', ':25:12345678/0001', ':28C:1/1', ':60F:C231229NOK1000,00', ':61:2312310102D100,00NTRFNONREF', ':62F:C240102NOK900,00', ''].join('\n'),
)
const [{ date, entryDate }] = statement.transactions
console.log(`value date ${date.toISOString()}, entry date ${entryDate.toISOString()}`)
JS
seen=$(node statement.cjs)
echo "$seen"
[ "$seen" = 'value date 2023-12-31T00:00:00.000Z, entry date 2023-01-02T00:00:00.000Z' ]
