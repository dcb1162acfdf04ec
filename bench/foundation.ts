import { setTimeout as sleep } from 'node:timers/promises'
import { serviceSession } from '@open-oms/system/service-session'
import type { System } from '@open-oms/system/start/start-system'
import { alternate } from './alternate.ts'
import { type Baseline, startBaseline } from './baseline.ts'
import type { Figure } from './figures.ts'
import { catchUp, latencyOfEffects } from './latency.ts'
import { requestsPerSecond } from './load.ts'
import { residentMebibytes, togetherMebibytes } from './resident-memory.ts'
import { sampleEvents } from './samples/sample-events.ts'
import { nextOrderId, sampleOrder } from './samples/sample-order.ts'
import { type Session, send } from './session.ts'

const SECONDS = 5

type Bench = { baseline: Baseline; orders: Session; gateway: Session }

/**
 * The figures of the foundation: create and read an order, from commit to effect, and memory at
 * rest.
 */
export async function foundation(system: System, token: string): Promise<Figure[]> {
  const memory = await memoryAtRest(system)
  return withBaseline({ system, token }, async (bench) => {
    const figures = [...(await createFigures(bench)), ...(await readFigures(bench))]
    await catchUp(system)
    const latency = await latencyOfEffects(system)
    return [
      ...figures,
      { name: 'orders refused at 300 orders/s', product: latency.refused, unit: '', valueMax: 0 },
      { name: 'commit to effect at 300 orders/s, p50', product: latency.p50, unit: 'ms' },
      { name: 'commit to effect at 300 orders/s, p99', product: latency.p99, unit: 'ms', valueMax: 300 },
      ...memory,
    ]
  })
}

/** The speed of a read alone. */
export function readRates(system: System, token: string): Promise<Figure[]> {
  return withBaseline({ system, token }, readFigures)
}

async function withBaseline<T>(
  { system, token }: { system: System; token: string },
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const orders = serviceSession(system, 'orders-workflow')
  const orderId = nextOrderId()
  await create(orders, '/api/Orders?runWorkflow=false', orderId)
  const baseline = await startBaseline({
    script: 'baseline-server.ts',
    productDatabaseUrl: system.adminUrls['orders-workflow'],
    orderId,
    events: sampleEvents(orderId, 1),
  })
  try {
    return await work({ baseline, orders, gateway: { url: system.gatewayUrl, token } })
  } finally {
    await baseline.stop()
  }
}

/** The thread that checks the documents at the start ends after a minute. */
const AT_REST_MS = 70_000

async function memoryAtRest(system: System): Promise<Figure[]> {
  await sleep(AT_REST_MS)
  const pids = Object.values(system.services).map(({ pid }) => pid)
  const resident = pids.reduce<number>((sum, pid) => sum + residentMebibytes(pid), 0)
  return [
    { name: 'resident memory of four idle processes', product: resident, unit: 'MiB', valueMax: 450 },
    { name: 'the same, what they share counted once', product: togetherMebibytes(pids), unit: 'MiB' },
  ]
}

async function create(session: Session, path: string, id: string): Promise<void> {
  await send(session, 'POST', path, sampleOrder(id))
}

const bearer = ({ token }: Session) => ({ authorization: `Bearer ${token}` })

async function createFigures({ baseline, orders, gateway }: Bench): Promise<Figure[]> {
  const post = (session: Session, path: string) => () =>
    requestsPerSecond({
      url: `${session.url}${path}`,
      method: 'POST',
      headers: bearer(session),
      nextBody: () => sampleOrder(nextOrderId()),
      seconds: SECONDS,
    })
  const rates = await alternate({
    baseline: post({ ...gateway, url: baseline.url }, '/orders'),
    direct: post(orders, '/api/Orders?runWorkflow=false'),
    gateway: post(gateway, '/api/Orders?runWorkflow=false'),
    withWorkflow: post(orders, '/api/Orders'),
  })
  return [
    { name: 'create an order, direct', baseline: rates.baseline, product: rates.direct, unit: '1/s', ratioMin: 0.35 },
    {
      name: 'create an order, through the gateway',
      baseline: rates.baseline,
      product: rates.gateway,
      unit: '1/s',
      ratioMin: 0.2,
    },
    { name: 'create an order with its workflow, direct', baseline: rates.baseline, product: rates.withWorkflow, unit: '1/s' },
  ]
}

async function readFigures({ baseline, orders, gateway }: Bench): Promise<Figure[]> {
  const ids: string[] = []
  for (let count = 0; count < 1000; count++) {
    const id = nextOrderId()
    ids.push(id)
    await create(orders, '/api/Orders?runWorkflow=false', id)
    await create({ ...gateway, url: baseline.url }, '/orders', id)
  }
  let index = 0
  const nextId = () => ids[index++ % ids.length] as string
  const get = (session: Session, folder: string) => () =>
    requestsPerSecond({
      url: session.url,
      method: 'GET',
      headers: bearer(session),
      nextPath: () => `${folder}/${nextId()}`,
      seconds: SECONDS,
    })
  await sleep(1000)
  const rates = await alternate({
    baseline: get({ ...gateway, url: baseline.url }, '/orders'),
    direct: get(orders, '/api/Orders'),
    gateway: get(gateway, '/api/Orders'),
  })
  return [
    { name: 'read an order, direct', baseline: rates.baseline, product: rates.direct, unit: '1/s', ratioMin: 0.5 },
    { name: 'read an order, through the gateway', baseline: rates.baseline, product: rates.gateway, unit: '1/s', ratioMin: 0.3 },
  ]
}
