import { setTimeout as sleep } from 'node:timers/promises'
import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import { alternate } from './alternate.ts'
import { type Baseline, startBaseline } from './baseline.ts'
import { costOfWork } from './cost-of-work.ts'
import { addedRunsFigures } from './figures/added-runs-figures.ts'
import { writeLoadFigures } from './figures/write-load-figures.ts'
import type { Figure } from './figures.ts'
import { CONNECTIONS, type LoadResult, measureLoad } from './load.ts'
import { newOrder } from './samples/new-order.ts'
import { sampleEvents } from './samples/sample-events.ts'
import { nextOrderId } from './samples/sample-order.ts'
import { type Session, send } from './session.ts'
import { keepStock } from './workflow-orders.ts'

const SECONDS = 10
const ALL_CONNECTIONS = [1, 2, CONNECTIONS, 32]
/** Of the order, its payment, the end of its run and the stock of two lines. */
const EVENTS = 5

/** Sends new orders for some seconds on a number of connections. */
type OrderLoad = (connections: number) => Promise<LoadResult>
type Contestants = Record<'baseline' | 'gateway' | 'direct', OrderLoad>

/**
 * The main job of the system: a web shop's order with an authorised card enters its first status,
 * and its stock is reserved. At each number of connections with its times, and what an order costs.
 */
export function newOrders(system: System, token: string): Promise<Figure[]> {
  return withContestants({ system, token }, async (contestants, servers) => {
    const figures: Figure[] = []
    for (const connections of ALL_CONNECTIONS) {
      figures.push(...(await speedAt(connections, contestants)), ...(await costAt(connections, { system, contestants })))
    }
    const gateway = { url: system.gatewayUrl, token }
    return [
      ...figures,
      ...(await writeLoadFigures({ system, orders: servers.session, gateway })),
      ...(await addedRunsFigures({ system, ...servers })),
    ]
  })
}

/** The same at the usual number of connections, without times and costs. */
export function newOrderRates(system: System, token: string): Promise<Figure[]> {
  return withContestants({ system, token }, async (contestants) =>
    (await speedAt(CONNECTIONS, contestants)).filter(({ baseline }) => baseline !== undefined),
  )
}

async function withContestants<T>(
  { system, token }: { system: System; token: string },
  work: (contestants: Contestants, servers: { session: Session; baseline: Baseline }) => Promise<T>,
): Promise<T> {
  const session = serviceSession(system, 'orders-workflow')
  await keepStock(session)
  const orderId = nextOrderId()
  await send(session, 'POST', '/api/Orders', newOrder({ id: orderId }))
  // Until its message is sent and its change has a position.
  await sleep(2_000)
  const baseline = await startBaseline({
    script: 'new-order-baseline-server.ts',
    productDatabaseUrl: system.adminUrls['orders-workflow'],
    orderId,
    events: sampleEvents(orderId, EVENTS),
  })
  const post = (url: string, bearer: string) => (connections: number) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return measureLoad({ url, method: 'POST', headers, nextBody: () => newOrder(), seconds: SECONDS, connections })
  }
  try {
    const contestants = {
      baseline: post(`${baseline.url}/orders`, token),
      gateway: post(`${system.gatewayUrl}/api/Orders`, token),
      direct: post(`${session.url}/api/Orders`, session.token),
    }
    return await work(contestants, { session, baseline })
  } finally {
    await baseline.stop()
  }
}

/** Targets are those of the usual number of connections, and of a mean time at two. */
async function speedAt(connections: number, contestants: Contestants): Promise<Figure[]> {
  const gateway: LoadResult[] = []
  const rates = await alternate({
    baseline: async () => (await contestants.baseline(connections)).rate,
    gateway: async () => {
      const measured = await contestants.gateway(connections)
      gateway.push(measured)
      return measured.rate
    },
    direct: async () => (await contestants.direct(connections)).rate,
  })
  const { baseline } = rates
  const [, ...counting] = gateway
  const meanCount = (value: (measured: LoadResult) => number) =>
    counting.reduce((sum, measured) => sum + value(measured), 0) / counting.length
  const isUsual = connections === CONNECTIONS
  const name = `create an order with its workflow, ${connections === 1 ? '1 connection' : `${connections} connections`}`
  return [
    { name: `${name}, gateway`, baseline, product: rates.gateway, unit: '1/s', ...(isUsual ? { valueMin: 250 } : {}) },
    { name: `${name}, direct`, baseline, product: rates.direct, unit: '1/s', ...(isUsual ? { ratioMin: 0.35 } : {}) },
    {
      name: '  through the gateway, mean',
      product: meanCount(({ mean }) => mean),
      unit: 'ms',
      ...(connections === 2 ? { valueMax: 10 } : {}),
    },
    { name: '  p50', product: meanCount(({ p50 }) => p50), unit: 'ms' },
    { name: '  p99', product: meanCount(({ p99 }) => p99), unit: 'ms' },
  ]
}

type CostParts = { system: System; contestants: Contestants }

async function costAt(connections: number, { system, contestants }: CostParts): Promise<Figure[]> {
  let count = 0
  const { processorMs, walBytes } = await costOfWork(system, async () => {
    count = (await contestants.gateway(connections)).count
  })
  return [
    { name: '  processor time of all processes for each order', product: processorMs / count, unit: 'ms' },
    { name: '  WAL of all databases for each order', product: walBytes / count / 1024, unit: 'KiB' },
  ]
}
