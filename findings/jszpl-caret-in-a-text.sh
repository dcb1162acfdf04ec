#!/usr/bin/env bash
# jszpl 2.0.1 writes the texts of a label into ZPL as they are.
#
# In ZPL a caret begins a command and a tilde a control command, in field data too, unless the field
# is written with ^FH and hexadecimal codes. The library has functions for such codes
# (`encodeHexAscii`) and does not use them for texts: of a product "Jacket A^B" a printer prints
# "Jacket A", and what follows is read as a command.
#
# Seen: ^FDJacket A^B ~40^FS, without ^FH
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . jszpl@2.0.1
cat > label.cjs <<'JS'
const { FontFamily, FontFamilyName, Label, PrintDensity, PrintDensityName, Text } = require('jszpl')
const label = new Label()
Object.assign(label, { printDensity: new PrintDensity(PrintDensityName['8dpmm']), width: 100, height: 50 })
label.content.push(Object.assign(new Text(), { fontFamily: new FontFamily(FontFamilyName.D), text: 'Jacket A^B ~40' }))
const zpl = label.generateZPL()
console.log(`${/\^FD.*\^FS/.exec(zpl)[0]}, ${zpl.includes('^FH') ? 'with' : 'without'} ^FH`)
JS
seen=$(node label.cjs)
echo "$seen"
[ "$seen" = '^FDJacket A^B ~40^FS, without ^FH' ]
