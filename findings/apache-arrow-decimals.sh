#!/usr/bin/env bash
# apache-arrow 21.2.0 with parquet-wasm 0.8.0 shows a DECIMAL of 123.45 as 12345.
#
# The column's type knows its scale; a value of it does not. Its text, its number and its JSON are
# the digits without the point, so an amount read from a Parquet file is a hundred times too large;
# JSON has a text in quotation marks within the text. Other readers of the same file (hyparquet, and
# the libraries of other languages) give 123.45. Divide by ten to the power of `type.scale`.
#
# Seen: scale 2; text 12345; number 12345; JSON {"amount":"\"12345\""}; hyparquet 123.45
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . apache-arrow@21.2.0 parquet-wasm@0.8.0 hyparquet-writer@0.17.0 hyparquet@1.31.5
cat > amount.mjs <<'JS'
import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { readParquet } from 'parquet-wasm/node'
const decimal = { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2, repetition_type: 'REQUIRED' }
const file = parquetWriteBuffer({
  columnData: [{ name: 'amount', data: [12345n] }],
  schema: [{ name: 'root', num_children: 1 }, { name: 'amount', ...decimal }],
})
const table = tableFromIPC(readParquet(new Uint8Array(file)).intoIPCStream())
const [row] = table.toArray()
const [read] = await parquetReadObjects({ file })
console.log(
  `scale ${table.schema.fields[0].type.scale}; text ${row.amount}; number ${Number(row.amount)}; ` +
    `JSON ${JSON.stringify(row)}; hyparquet ${read.amount}`,
)
JS
seen=$(node amount.mjs)
echo "$seen"
[ "$seen" = 'scale 2; text 12345; number 12345; JSON {"amount":"\"12345\""}; hyparquet 123.45' ]
