#!/usr/bin/env bash
# standardwebhooks 1.1.1 signs a payload of any kind, and refuses to verify one that is not JSON.
#
# The specification signs bytes and says nothing of their format. `sign` takes any text. `verify`
# parses the payload after it has found the signature right, and raises a SyntaxError where that
# fails; for an empty payload it gives undefined. A receiver that takes every error as a wrong
# signature refuses a genuine CSV or XML delivery, and the sender retries it until it gives up.
#
# Seen: json {"a":1} / text SyntaxError / empty undefined / wrong signature WebhookVerificationError
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . standardwebhooks@1.1.1
cat > verify.cjs <<'JS'
const { Webhook } = require('standardwebhooks')
const webhook = new Webhook(`whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`)
const now = new Date()
function verified(payload, signed = payload) {
  const headers = {
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': webhook.sign('m', now, signed),
  }
  try {
    return String(JSON.stringify(webhook.verify(payload, headers)))
  } catch (error) {
    return error.constructor.name
  }
}
console.log(`json ${verified('{"a":1}')}`)
console.log(`text ${verified('a;b')}`)
console.log(`empty ${verified('')}`)
console.log(`wrong signature ${verified('a;b', 'a;c')}`)
JS
seen=$(node verify.cjs)
echo "$seen"
[ "$seen" = 'json {"a":1}
text SyntaxError
empty undefined
wrong signature WebhookVerificationError' ]
