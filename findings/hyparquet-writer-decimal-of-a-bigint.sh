#!/usr/bin/env bash
# hyparquet-writer 0.17.0 with hyparquet 1.31.5: in a DECIMAL column the number 5 and the bigint 5n
# are different amounts.
#
# A number is the amount and is multiplied by the scale in floating point; a bigint is taken as
# multiplied already. In a column with two decimals 5 is read back as 5, and 5n as 0.05: whoever
# turns numbers into bigints to be exact writes a hundredth of the amount, without an error. Left as
# numbers, halves of a cent go the way of floating point: 1.005 is read back as 1. The reader gives
# amounts as floating point too, so the last digits of a large one differ from what is in the file.
#
# Seen: 5 -> 5; 5n -> 0.05; 1.005 -> 1; 12345678901234567n -> 123456789012345.69
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . hyparquet-writer@0.17.0 hyparquet@1.31.5
cat > decimals.mjs <<'JS'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
const amount = { name: 'amount', type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18, repetition_type: 'REQUIRED' }
const data = [5, 5n, 1.005, 12_345_678_901_234_567n]
const file = parquetWriteBuffer({ columnData: [{ name: 'amount', data }], schema: [{ name: 'root', num_children: 1 }, amount] })
const rows = await parquetReadObjects({ file })
const written = (value) => `${value}${typeof value === 'bigint' ? 'n' : ''}`
console.log(rows.map((row, index) => `${written(data[index])} -> ${row.amount}`).join('; '))
JS
seen=$(node decimals.mjs)
echo "$seen"
[ "$seen" = '5 -> 5; 5n -> 0.05; 1.005 -> 1; 12345678901234567n -> 123456789012345.69' ]
