#!/usr/bin/env bash
# @sinclair/typebox 0.34.52: `Value.Default` turns an object into an empty list that is valid.
#
# A list with a default, such as the limits of a configuration that may be left out, is filled in by
# merging what was given into a copy of the default. Where someone wrote an object in place of the
# list, the result is an array with the object's fields as properties: it has no items, the check
# takes it, and what was configured is gone without an error. Without the default the same object is
# refused. So the shape has to be compared with what was written.
#
# Seen: given an object: list of 0, valid; checked as written: not valid
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @sinclair/typebox@0.34.52
cat > fill-in.cjs <<'JS'
const { Type } = require('@sinclair/typebox')
const { Value } = require('@sinclair/typebox/value')
const item = Type.Object({ currency: Type.String(), amount: Type.Number() })
const schema = Type.Object({ limits: Type.Array(item, { default: [] }) })
const verdict = (value) => (Value.Check(schema, value) ? 'valid' : 'not valid')
const written = () => ({ limits: { currency: 'NOK', amount: 500 } })
const filled = Value.Default(schema, written())
const kind = Array.isArray(filled.limits) ? `list of ${filled.limits.length}` : typeof filled.limits
console.log(`given an object: ${kind}, ${verdict(filled)}; checked as written: ${verdict(written())}`)
JS
seen=$(node fill-in.cjs)
echo "$seen"
[ "$seen" = 'given an object: list of 0, valid; checked as written: not valid' ]
