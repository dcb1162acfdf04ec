#!/usr/bin/env bash
# jsvat 2.5.4 knows no VAT number of Northern Ireland, which trades goods within the EU as XI.
#
# Since 2021 a business there has one registration with two prefixes: GB for services, XI for goods
# from and to the EU. An invoice for goods without VAT has to show the XI number. The validator has
# no such country among its exports, and calls the number one of an unsupported country, while the
# same digits are valid as GB.
#
# Seen: GB980780684 valid true supported true
#       XI980780684 valid false supported false
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . jsvat@2.5.4
cat > numbers.cjs <<'JS'
const { checkVAT, countries, ...all } = require('jsvat')
const known = countries ?? Object.values(all).filter((value) => value?.rules)
for (const number of ['GB980780684', 'XI980780684']) {
  const { isValid, isSupportedCountry } = checkVAT(number, known)
  console.log(`${number} valid ${isValid} supported ${isSupportedCountry}`)
}
JS
seen=$(node numbers.cjs)
echo "$seen"
[ "$seen" = 'GB980780684 valid true supported true
XI980780684 valid false supported false' ]
