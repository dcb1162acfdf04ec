// A separate process, for tests to kill. In it, orders or return forms enter a status, and each
// stops at another point: before or after one of its commits, which are all the boundaries between
// its steps, or before or after the provider's effect. The first one does not stop; what it passes
// are the boundaries.
import { appendFileSync, readFileSync } from 'node:fs'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { failTest } from '@open-oms/service-kit/testing/fail-test'
import { manualPayments } from '../../connectors/payment/manual.ts'
import type { PaymentConnector, PaymentRequest } from '../../connectors/payment/payment-connector.ts'
import { createBackground } from '../../modules/workflow/runner/background.ts'
import { returning } from '../returning.ts'
import { createdOrder, testOrders, updateStatus } from '../test-orders.ts'
import { boundary, untilBoundary, withBoundaries } from './boundaries.ts'
import { boundaryConfig } from './stepped-config.ts'

const [url, ledger, what] = process.argv.slice(2) as [string, string, 'order' | 'return']
const ignored = { teardown: () => undefined }
// A transaction that stops keeps its connection.
const limits = { poolSizeMax: 40, connectTimeoutMs: 240_000 }
const real = createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }), ...limits })

/** A provider that moves money once for each key. */
async function moveMoney(request: PaymentRequest) {
  await boundary()
  const moved = readFileSync(ledger, 'utf8').split('\n')
  if (!moved.includes(request.idempotencyKey)) appendFileSync(ledger, `${request.idempotencyKey}\n`)
  await boundary()
  return { outcome: 'done' as const, transactionId: `manual-${request.idempotencyKey}` }
}
const payment: PaymentConnector = { ...manualPayments, [what === 'order' ? 'capture' : 'refund']: moveMoney }
const test = await testOrders(ignored, {
  config: await boundaryConfig(),
  database: withBoundaries({ ...real, url }),
  connectors: { payment: () => payment },
  // What stops in a group would hold up what comes after it.
  groups: { sizeMax: 1, underWayMax: Number.POSITIVE_INFINITY },
})
const { deliveredOrder, postReturn } = returning(test)

async function begun(): Promise<string> {
  if (what === 'order') return (await createdOrder(test)).id
  const { id } = await deliveredOrder()
  await postReturn(id, { returns: [{ lineItemId: '1', returnQuantity: 1, isStockUpdated: true }] })
  await test.background.idle()
  return id
}

/** Moves it to the status, up to this boundary; returns how many it passed. */
function entered(id: string, stopsAt: number): Promise<number> {
  // One for each: what has stopped keeps its place.
  const background = createBackground({ countMax: 4, onError: failTest })
  test.deps.background = background
  return untilBoundary(stopsAt, async () => {
    await updateStatus(test, id, { body: what === 'order' ? { status: 'InProgress' } : { status: 'Completed', returnId: '1' } })
    await background.idle()
  })
}

const whole = await begun()
const count = await entered(whole, Number.POSITIVE_INFINITY)
const ids: string[] = []
for (let point = 0; point < count; point++) ids.push(await begun())
// From the last one on: the locks of a transaction that stops are not in the way of those that stop
// before it.
for (let point = count - 1; point >= 0; point--) await entered(ids[point] as string, point)
process.send?.([...ids, whole])
