#!/usr/bin/env bash
# coda-parser 0.0.3 opens a Belgian bank statement with a thousand times its balance.
#
# CODA, the format of the Belgian banks, writes each amount with three digits after the point.
# The library divides the closing balance, the movements and the totals by a thousand, and leaves
# the opening balance as it stands: opening balance and movements never make the closing one.
# There is no error.
#
# Seen: opened with 1000000, moved 250, closed with 1250
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . coda-parser@0.0.3
cat > statement.mjs <<'JS'
import { parse } from 'coda-parser'
const amount = (units) => `0${String(units * 1000).padStart(15, '0')}`
const account = `BE68539007547034${' '.repeat(18)}EUR`
const record = (...parts) => parts.join('').padEnd(128)
const statement = [
  record('0000002012599905', ' '.repeat(18), 'SHOP'.padEnd(26), 'GKCCBEBB'.padEnd(11), '0'.repeat(11), ' 00000').padEnd(127, ' ').slice(0, 127) + '2',
  record('12001', account, amount(1000), '010125', 'SHOP'.padEnd(26), ''.padEnd(35), '001'),
  record('2100010000', 'REF'.padEnd(21), amount(250), '020125', '00150000', '0', 'ORDER 10001'.padEnd(53), '020125', '001', '0', '0', ' ', '0'),
  record('8001', account, amount(1250), '020125'),
  record('9', ' '.repeat(15), '000003', amount(0).slice(1), amount(250).slice(1)),
].join('\n')
const { balance, movements } = parse(statement)
console.log(`opened with ${balance.old.balance}, moved ${movements[0].amount}, closed with ${balance.new.balance}`)
JS
seen=$(node statement.mjs)
echo "$seen"
[ "$seen" = 'opened with 1000000, moved 250, closed with 1250' ]
