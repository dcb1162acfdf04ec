#!/usr/bin/env bash
# @zxing/library 0.23.0 reads a GS1-128 label without its separators.
#
# In GS1-128 an element of variable length, such as the batch (10), ends with FNC1, which readers
# return as the character 29. This library returns nothing in its place, with the hint `ASSUME_GS1`
# too: of the label (01)09501101530003(10)AB12(21)S7, made by bwip-js 4.11.4, the batch AB12 and the
# serial number S7 become one batch AB1221S7. zxing-wasm 3.1.6 reads the same picture correctly.
#
# Seen: library 010950110153000310AB1221S7; with the hint 010950110153000310AB1221S7; wasm
# 010950110153000310AB12<GS>21S7
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . bwip-js@4.11.4 @zxing/library@0.23.0 zxing-wasm@3.1.6 pngjs@7.0.0
cat > read.mjs <<'JS'
import { readFile } from 'node:fs/promises'
import library from '@zxing/library'
import bwipjs from 'bwip-js/node'
import { PNG } from 'pngjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const text = '(01)09501101530003(10)AB12(21)S7'
const file = await bwipjs.toBuffer({ bcid: 'gs1-128', text, scale: 3, padding: 15, backgroundcolor: 'FFFFFF' })
const { width, height, data } = PNG.sync.read(file)
const luminances = Uint8ClampedArray.from({ length: width * height }, (_, pixel) => data[pixel * 4])

function readByLibrary(...extra) {
  const reader = new library.MultiFormatReader()
  reader.setHints(new Map([[library.DecodeHintType.TRY_HARDER, true], ...extra]))
  const source = new library.RGBLuminanceSource(luminances, width, height)
  return reader.decode(new library.BinaryBitmap(new library.HybridBinarizer(source))).getText()
}

const wasmBinary = (await readFile('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')).buffer
prepareZXingModule({ overrides: { wasmBinary } })
const [{ text: byWasm }] = await readBarcodes(new Uint8Array(file), { textMode: 'Escaped' })
const withHint = readByLibrary([library.DecodeHintType.ASSUME_GS1, true])
console.log(`library ${readByLibrary()}; with the hint ${withHint}; wasm ${byWasm}`)
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = 'library 010950110153000310AB1221S7; with the hint 010950110153000310AB1221S7; wasm 010950110153000310AB12<GS>21S7' ]
