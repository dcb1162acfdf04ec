#!/usr/bin/env bash
# localized-address-format 1.3.3 leaves the city of a Japanese address out.
#
# The formats that it takes from Google's address data have no place for a locality in Japan, where
# the city is expected in the first address line; so it is for the Emirates and the Cayman
# Islands. Shops that keep the city in a field of its own print labels without it: no warning, and
# the Latin form loses it too.
#
# Seen: JP 〒530-0001 / 大阪府 / 梅田1-1-1 / 山田 花子, no city; AE, GI, JP, KY, MO, NR, SG lose theirs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . localized-address-format@1.3.3
cat > city.mjs <<'JS'
import { formatAddress } from 'localized-address-format'
const osaka = { administrativeArea: '大阪府', locality: '大阪市', postalCode: '530-0001', name: '山田 花子', addressLines: ['梅田1-1-1'] }
console.log(formatAddress({ ...osaka, postalCountry: 'JP' }).join(' / '))
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const countries = letters.flatMap((first) => letters.map((second) => first + second))
const hasCity = (postalCountry, script) =>
  formatAddress({ postalCountry, locality: 'CITY', addressLines: ['LINE'] }, script).some((line) => line.includes('CITY'))
for (const script of ['local', 'latin']) console.log(script, countries.filter((country) => !hasCity(country, script)).join(' '))
JS
seen=$(node city.mjs)
echo "$seen"
[ "$seen" = '〒530-0001 / 大阪府 / 梅田1-1-1 / 山田 花子
local AE GI JP KY MO NR SG
latin AE GI JP KY MO NR SG' ]
