#!/usr/bin/env bash
# digital-link.js 1.4.3 writes the characters of a batch into a GS1 Digital Link as they are.
#
# A batch or serial number may have a slash or a number sign, which the standard has percent-encoded
# in the link. The library encodes nothing: the link of the batch AB/12 has one segment more, and
# its own check refuses it; behind the serial number S#7 everything is a fragment, which browsers do
# not send, so that the resolver is asked for another item.
#
# Seen: https://id.example.org/01/09501101530003/10/AB/12 false;
# https://id.example.org/01/09501101530003/21/S#7 asks for /01/09501101530003/21/S
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . digital-link.js@1.4.3
cat > link.cjs <<'JS'
const { DigitalLink } = require('digital-link.js')
const identifier = { '01': '09501101530003' }
const link = (keyQualifiers) => DigitalLink({ domain: 'https://id.example.org', identifier, keyQualifiers })
const batch = link({ 10: 'AB/12' })
const serial = link({ 21: 'S#7' }).toWebUriString()
console.log(`${batch.toWebUriString()} ${batch.isValid()}; ${serial} asks for ${new URL(serial).pathname}`)
JS
seen=$(node link.cjs)
echo "$seen"
[ "$seen" = 'https://id.example.org/01/09501101530003/10/AB/12 false; https://id.example.org/01/09501101530003/21/S#7 asks for /01/09501101530003/21/S' ]
