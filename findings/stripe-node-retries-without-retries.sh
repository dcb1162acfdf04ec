#!/usr/bin/env bash
# stripe 23.1.0 (stripe-node) sends a request a second time although `maxNetworkRetries` is 0.
#
# When the connection is closed without a response (ECONNRESET, EPIPE) the request is sent once
# more, whatever the option says, also for one call alone (`{ maxNetworkRetries: 0 }`). Whoever does
# the repeating, or counts the calls, has one more than was asked for. A time-out is not repeated.
# A POST has an idempotency key of the library's own where the caller gives none, so that money does
# not move twice; a test server that loses one response sees the second request at once.
#
# Seen: 2 requests with maxNetworkRetries 0, same key true
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . stripe@23.1.0
cat > capture.cjs <<'JS'
const { createServer } = require('node:http')
const Stripe = require('stripe')
const keys = []
const server = createServer((request) => {
  keys.push(request.headers['idempotency-key'])
  request.resume().on('end', () => request.socket.destroy())
})
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address()
  const stripe = new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
  await stripe.paymentIntents.capture('pi_1', {}, { maxNetworkRetries: 0 }).catch(() => undefined)
  console.log(`${keys.length} requests with maxNetworkRetries 0, same key ${keys[0] !== undefined && new Set(keys).size === 1}`)
  server.close()
})
JS
seen=$(node capture.cjs)
echo "$seen"
[ "$seen" = '2 requests with maxNetworkRetries 0, same key true' ]
