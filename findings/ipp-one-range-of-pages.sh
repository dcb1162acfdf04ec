#!/usr/bin/env bash
# ipp 2.0.1 prints page 0 to 0 when it is told one range of pages as it reads one.
#
# Requests and responses have the same attributes, and the library returns a single value of a list
# without the list: a range is [1, 3], a resolution [203, 203, 'dpi']. Given back in that form, each
# number is taken for a value of its own, and is written as an empty one, without an error. A label
# printer is asked for 0 by 0 dots per centimetre. A list around it is what is written right.
#
# Seen: [1,3] is read back as [[0,0],[0,0]], [[1,3]] as [1,3]; 203 dpi as three times [0,0,"dpcm"].
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --ignore-scripts --no-audit --no-fund --prefix . ipp@2.0.1
cat > job.cjs <<'JS'
const ipp = require('ipp')
const readBack = (name, value) => {
  const request = { operation: 'Print-Job', 'operation-attributes-tag': {}, 'job-attributes-tag': { [name]: value } }
  return JSON.stringify(ipp.parse(ipp.serialize(request))['job-attributes-tag'][name])
}
console.log(readBack('page-ranges', [1, 3]))
console.log(readBack('page-ranges', [[1, 3]]))
console.log(readBack('printer-resolution', [203, 203, 'dpi']))
console.log(readBack('printer-resolution', [[203, 203, 'dpi']]))
JS
seen=$(node job.cjs)
echo "$seen"
[ "$seen" = '[[0,0],[0,0]]
[1,3]
[[0,0,"dpcm"],[0,0,"dpcm"],[0,0,"dpcm"]]
[203,203,"dpi"]' ]
