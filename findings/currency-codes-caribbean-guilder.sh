#!/usr/bin/env bash
# currency-codes 2.2.0 does not know the money of Curaçao and Sint Maarten.
#
# The Caribbean guilder (XCG, 532) replaced the Netherlands Antillean guilder (ANG) on 31 March
# 2025. The package has ANG, which has not been legal tender since July 2025, and nothing for XCG: a
# shop there that checks currencies with it refuses every order.
#
# Seen: XCG unknown; 532 ANG; Curaçao ANG
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . currency-codes@2.2.0
cat > look-up.cjs <<'JS'
const currencies = require('currency-codes')
const of = (found) => found?.code ?? 'unknown'
const inCuracao = currencies.country('Curaçao').map(({ code }) => code)
console.log(`XCG ${of(currencies.code('XCG'))}; 532 ${of(currencies.number('532'))}; Curaçao ${inCuracao.join(' ')}`)
JS
seen=$(node look-up.cjs)
echo "$seen"
[ "$seen" = 'XCG unknown; 532 ANG; Curaçao ANG' ]
