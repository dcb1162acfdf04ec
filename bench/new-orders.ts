import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { serviceSession } from '../tools/service-session.ts'
import type { System } from '../tools/start/start-system.ts'
import { alternate } from './alternate.ts'
import { startBaseline } from './baseline.ts'
import { addedRunsFigures } from './figures/added-runs-figures.ts'
import type { Figure } from './figures.ts'
import { requestsPerSecond } from './load.ts'
import { sampleEvents } from './samples/sample-events.ts'
import { nextOrderId, sampleOrder, samplePayment } from './samples/sample-order.ts'
import { send } from './session.ts'
import { keepStock, skuAt } from './workflow-orders.ts'

const SECONDS = 10
const SAMPLE_ID = 'sample-of-new-orders'
/** Of the order, its payment, the end of its run and the stock of two lines. */
const EVENTS = 5

/**
 * The main job of the system: a web shop's order with an authorised card enters its first status,
 * and its stock is reserved.
 */
export async function newOrders(system: System, token: string): Promise<Figure[]> {
  const session = serviceSession(system, 'orders-workflow')
  await keepStock(session)
  await send(session, 'POST', '/api/Orders', newOrder(SAMPLE_ID))
  // Until its message is sent and its change has a position.
  await sleep(2_000)
  const baseline = await startBaseline({
    script: 'new-order-baseline-server.ts',
    productDatabaseUrl: system.adminUrls['orders-workflow'],
    orderId: SAMPLE_ID,
    events: sampleEvents(SAMPLE_ID, EVENTS),
  })
  const headers = { authorization: `Bearer ${token}` }
  const post = (url: string, headers: Record<string, string>) => () =>
    requestsPerSecond({ url, method: 'POST', headers, nextBody: () => newOrder(), seconds: SECONDS })
  try {
    const rates = await alternate({
      baseline: post(`${baseline.url}/orders`, headers),
      gateway: post(`${system.gatewayUrl}/api/Orders`, headers),
      direct: post(`${session.url}/api/Orders`, { authorization: `Bearer ${session.token}` }),
    })
    const added = await addedRunsFigures({ system, session, baseline, newOrder: () => newOrder() })
    const latency = await latencyOfTwo(`${system.gatewayUrl}/api/Orders`, headers)
    const name = 'create an order with its workflow'
    return [
      { name: `${name}, through the gateway`, baseline: rates.baseline, product: rates.gateway, unit: '1/s', valueMin: 250 },
      { name: 'the same at 2 connections, mean', product: latency, unit: 'ms', valueMax: 10 },
      { name: `${name}, direct`, baseline: rates.baseline, product: rates.direct, unit: '1/s', ratioMin: 0.35 },
      ...added,
    ]
  } finally {
    await baseline.stop()
  }
}

let made = 0

/** An order of two stocked lines, whose card was authorised. */
function newOrder(id: string = nextOrderId()): string {
  made += 2
  const authorization = { ...samplePayment(id), transactionType: 'Authorization' }
  return sampleOrder(id, { payments: [authorization], codes: [skuAt(made), skuAt(made + 1)] })
}

/** The mean time of a response in milliseconds while two clients order. */
async function latencyOfTwo(url: string, headers: Record<string, string>): Promise<number> {
  const { latency, non2xx, errors } = await autocannon({
    url,
    connections: 2,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: newOrder() }),
      },
    ],
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} responses were not 2xx, ${errors} failed`)
  return latency.average
}
