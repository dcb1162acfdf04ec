#!/usr/bin/env bash
# @mrmgomes/boleto-utils 1.3.3 refuses two of eleven Brazilian payment slips that are scanned.
#
# The check digit of a boleto's bar code is 11 minus a remainder, and 1 where that gives 10 or 11:
# a 0 is never printed there. The library expects 0 for the remainders 0 and 1 when it is given the
# 44 digits of the bar code, and 1 when it is given the same slip as the 47 digits that a person
# types. @brazilian-utils/brazilian-utils 2.4.0 takes all of them. Below, 900 slips that differ in
# their due date alone. The due date that it answers first is 8,999 days too early since the factor
# began again on 22 February 2025; the right one has a field of its own.
#
# Seen: of 900 slips, typed 900 valid, by the other library 900, scanned 736; factor 1646 is due on
# 2002-04-10, and by the field for the new factor on 2026-11-30
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @mrmgomes/boleto-utils@1.3.3 @brazilian-utils/brazilian-utils@2.4.0
cat > slips.cjs <<'JS'
const { validarBoleto } = require('@mrmgomes/boleto-utils')
const { isValidBoleto } = require('@brazilian-utils/brazilian-utils')
const modulo11 = (digits) => {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 8)), 0)
  const result = 11 - (sum % 11)
  return result > 9 ? 1 : result
}
const modulo10 = (digits) => {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const product = Number(digit) * (i % 2 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}
const scanned = (factor) => {
  const rest = `${factor}0000010000${'1234567890123456789012345'}`
  return `0019${modulo11(`0019${rest}`)}${rest}`
}
const typed = (code) => {
  const fields = [code.slice(0, 4) + code.slice(19, 24), code.slice(24, 34), code.slice(34)]
  return fields.map((field) => field + modulo10(field)).join('') + code.slice(4, 19)
}
const codes = Array.from({ length: 900 }, (_, i) => scanned(1000 + i))
const count = (valid) => codes.filter(valid).length
const due = validarBoleto(scanned(1646))
console.log(
  [
    `typed ${count((code) => validarBoleto(typed(code)).sucesso)}`,
    `the other ${count((code) => isValidBoleto(typed(code)))}`,
    `scanned ${count((code) => validarBoleto(code).sucesso)}`,
    `due ${JSON.stringify(due.vencimento).slice(1, 11)}, ${JSON.stringify(due.vencimentoComNovoFator2025).slice(1, 11)}`,
  ].join('; '),
)
JS
seen=$(node slips.cjs)
echo "$seen"
[ "$seen" = 'typed 900; the other 900; scanned 736; due 2002-04-10, 2026-11-30' ]
