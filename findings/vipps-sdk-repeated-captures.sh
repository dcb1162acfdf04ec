#!/usr/bin/env bash
# @vippsmobilepay/sdk 2.4.2 never repeats a capture, and throws where it returns results.
#
# Unless `retryRequests` is false, a request that is answered 500 to 599 is sent again after a
# second. The SDK gives the same `Request` to `fetch` again, whose body has been read: what reads is
# repeated, what writes (create, capture, cancel, refund) is not. In place of
# `{ ok: false, error }`, which every other failure returns, the call throws a TypeError that says
# nothing of the 503. Whoever calls again sends another `Idempotency-Key`, because the SDK makes one
# for each call and takes none.
#
# Seen: read: ok after 2 requests; capture: TypeError after 1 request; again: ok, another key
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @vippsmobilepay/sdk@2.4.2 undici@6.21.0
cat > capture.mjs <<'JS'
import { createServer } from 'node:http'
import { Client } from '@vippsmobilepay/sdk'
import { Agent, setGlobalDispatcher } from 'undici'

const keys = []
let outage = true
const provider = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'])
  request.resume().on('end', () => {
    response.writeHead(outage ? 503 : 200, { 'content-type': 'application/json' }).end('{}')
    outage = false
  })
})
await new Promise((resolve) => provider.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${provider.address().port}`
// The SDK has the provider's address built in: its requests go to the server above.
class Local extends Agent {
  dispatch(options, handler) {
    return super.dispatch({ ...options, origin }, handler)
  }
}
setGlobalDispatcher(new Local())
const client = Client({ merchantSerialNumber: '1', subscriptionKey: 'k', useTestMode: true, retryRequests: true })
const outcome = async (call) => {
  keys.length = 0
  try {
    return `${(await call()).ok ? 'ok' : 'not ok'} after ${keys.length} requests`
  } catch (error) {
    return `${error.name} after ${keys.length} request`
  }
}
const read = await outcome(() => client.payment.info('token', 'order-1001'))
outage = true
const capture = () => client.payment.capture('token', 'order-1001', { modificationAmount: { currency: 'NOK', value: 100 } })
const captured = await outcome(capture)
const [first] = keys
const again = await capture()
console.log(`read: ${read}; capture: ${captured}; again: ${again.ok ? 'ok' : 'not ok'}, ${keys.at(-1) === first ? 'same' : 'another'} key`)
provider.close()
provider.closeAllConnections()
JS
seen=$(node capture.mjs)
echo "$seen"
[ "$seen" = 'read: ok after 2 requests; capture: TypeError after 1 request; again: ok, another key' ]
