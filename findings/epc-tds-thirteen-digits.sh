#!/usr/bin/env bash
# epc-tds 1.4.1 writes an RFID tag of another company's article when it is given an EAN.
#
# `setGtin` of an SGTIN takes the number by position and expects fourteen digits. A GTIN-13 as it
# is printed and scanned (4006381333931) is taken as it is, so each part moves by one: its
# first digit becomes the indicator, its check digit a part of the item, and a new check digit is
# made. The tag is well formed and reads as 40063813339314 of company 0063813, where it should be
# 04006381333931 of 4006381. With the zero in front it is right. There is no error either way.
#
# Seen: 4006381333931 as urn:epc:id:sgtin:0063813.433931.1, gtin 40063813339314; 04006381333931 as
# urn:epc:id:sgtin:4006381.033393.1, gtin 04006381333931
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . epc-tds@1.4.1
cat > tag.cjs <<'JS'
const { Sgtin96, valueOf } = require('epc-tds')
const tag = (gtin) => {
  const written = new Sgtin96().setFilter(1).setPartition(5).setGtin(gtin).setSerial(1).toHexString()
  const read = valueOf(written)
  return `${gtin} as ${read.toIdURI()}, gtin ${read.getGtin()}`
}
console.log([tag('4006381333931'), tag('04006381333931')].join('; '))
JS
seen=$(node tag.cjs)
echo "$seen"
[ "$seen" = '4006381333931 as urn:epc:id:sgtin:0063813.433931.1, gtin 40063813339314; 04006381333931 as urn:epc:id:sgtin:4006381.033393.1, gtin 04006381333931' ]
