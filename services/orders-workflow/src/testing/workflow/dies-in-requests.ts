// A separate process that is killed, as by a power cut, in the middle of requests, when the payment
// provider has moved the money of each and has not responded yet. Each request has a database of
// its own.
import { appendFileSync } from 'node:fs'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { killAtCall } from '@open-oms/service-kit/testing/crash/dying'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentRequest } from '../../connectors/payment/payment-connector.ts'
import { sampleConfig, testOrders } from '../test-orders.ts'

const [ledger, given] = process.argv.slice(2) as [string, string]
const requests: { url: string; request: Parameters<Awaited<ReturnType<typeof testOrders>>['send']>[0] }[] = JSON.parse(given)
const ignored = { teardown: () => undefined }
const log = createLogger({ service: 'test', level: 'silent' })
const die = killAtCall(requests.length)
const moveMoney = ({ idempotencyKey }: PaymentRequest) => {
  appendFileSync(ledger, `${idempotencyKey}\n`)
  return die()
}
const payment = { ...manualPayments, capture: moveMoney, refund: moveMoney, link: moveMoney }
const config = structuredClone(await sampleConfig())
for (const method of config.paymentMethods) method.paymentLink = true
config.orderHandling = { ...config.orderHandling, refundApprovalAbove: [{ currency: 'NOK', amount: 400 }] }
for (const { url, request } of requests) {
  const test = await testOrders(ignored, {
    database: { ...createDatabase({ url, log }), url },
    config,
    connectors: { payment: () => payment },
  })
  void test.send(request)
}
