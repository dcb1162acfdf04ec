#!/usr/bin/env bash
# shippo 2.18.0 throws away a label that was bought when its answer has a status it does not know.
#
# The client checks answers against closed lists. An answer 201 with a value that was added to a
# list after the client was published raises `ResponseValidationError`, after the carrier has
# been paid. A caller that takes an error for a failure buys the label again. Clients of other
# providers give such an answer back as it is (square 46.0.0 below). Only `rawValue` of the error
# still has the label and its tracking number.
#
# Seen: shippo ResponseValidationError, rawValue has 00340434; square NEW_STATUS
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . shippo@2.18.0 square@46.0.0
cat > label.mjs <<'JS'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { Shippo } from 'shippo'
import { SquareClient } from 'square'
const label = { object_id: 'a', object_state: 'VALID', object_owner: 'shop', status: 'SUCCESS', rate: 'r', test: true, messages: [] }
const moments = { object_created: '2025-01-02T12:00:00Z', object_updated: '2025-01-02T12:00:00Z' }
const answers = {
  '/transactions': { ...label, ...moments, tracking_number: '00340434', tracking_status: 'DELAYED' },
  '/v2/payments': { payment: { id: 'p', status: 'NEW_STATUS' } },
}
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answers[request.url]))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${server.address().port}`
const shippo = new Shippo({ apiKeyHeader: 'shippo_test_key', serverURL: address })
const bought = await shippo.transactions.create({ rate: 'r' }).catch((error) => error)
const square = new SquareClient({ token: 'key', baseUrl: address })
const paid = await square.payments.create({ sourceId: 'cnon', idempotencyKey: 'k', amountMoney: { amount: 100n, currency: 'NOK' } })
const raw = JSON.stringify(bought.rawValue ?? {}).includes('00340434') ? 'has' : 'lacks'
console.log(`shippo ${bought.name}, rawValue ${raw} 00340434; square ${paid.payment.status}`)
server.close()
JS
seen=$(node label.mjs)
echo "$seen"
[ "$seen" = 'shippo ResponseValidationError, rawValue has 00340434; square NEW_STATUS' ]
