import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../tools/start/start-system.ts'
import { alternate } from './alternate.ts'
import { type Baseline, startBaseline } from './baseline.ts'
import type { Figure } from './figures.ts'
import { catchUp, latencyOfEffects } from './latency.ts'
import { requestsPerSecond } from './load.ts'
import { residentMebibytes, togetherMebibytes } from './resident-memory.ts'
import { sampleEvents } from './samples/sample-events.ts'
import { nextOrderId, sampleOrder } from './samples/sample-order.ts'

const SECONDS = 5
const BASELINE_ID = 'baseline-sample'

type Bench = { system: System; token: string; baseline: Baseline; ordersUrl: string }

/**
 * The figures of the foundation: create and read an order, from commit to effect, and memory at
 * rest.
 */
export async function foundation(system: System, token: string): Promise<Figure[]> {
  const memory = await memoryAtRest(system)
  const ordersUrl = system.services['orders-workflow'].url
  await create(`${ordersUrl}/api/Orders?runWorkflow=false`, token, BASELINE_ID)
  const baseline = await startBaseline({
    script: 'baseline-server.ts',
    productDatabaseUrl: system.adminUrls['orders-workflow'],
    orderId: BASELINE_ID,
    events: sampleEvents(BASELINE_ID, 1),
  })
  try {
    const bench = { system, token, baseline, ordersUrl }
    const figures = [...(await createFigures(bench)), ...(await readFigures(bench))]
    await catchUp(system)
    const latency = await latencyOfEffects(system, token)
    return [
      ...figures,
      { name: 'orders refused at 300 orders/s', product: latency.refused, unit: '', valueMax: 0 },
      { name: 'commit to effect at 300 orders/s, p50', product: latency.p50, unit: 'ms' },
      { name: 'commit to effect at 300 orders/s, p99', product: latency.p99, unit: 'ms', valueMax: 300 },
      ...memory,
    ]
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

async function create(url: string, token: string, id: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: sampleOrder(id),
  })
  if (response.status !== 201) throw new Error(`POST ${url} returned ${response.status}: ${await response.text()}`)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function createFigures({ system, token, baseline, ordersUrl }: Bench): Promise<Figure[]> {
  const post = (url: string) => () =>
    requestsPerSecond({
      url,
      method: 'POST',
      headers: bearer(token),
      nextBody: () => sampleOrder(nextOrderId()),
      seconds: SECONDS,
    })
  const rates = await alternate({
    baseline: post(`${baseline.url}/orders`),
    direct: post(`${ordersUrl}/api/Orders?runWorkflow=false`),
    gateway: post(`${system.gatewayUrl}/api/Orders?runWorkflow=false`),
    withWorkflow: post(`${ordersUrl}/api/Orders`),
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

async function readFigures({ system, token, baseline, ordersUrl }: Bench): Promise<Figure[]> {
  const ids: string[] = []
  for (let count = 0; count < 1000; count++) {
    const id = nextOrderId()
    ids.push(id)
    await create(`${ordersUrl}/api/Orders?runWorkflow=false`, token, id)
    await create(`${baseline.url}/orders`, token, id)
  }
  let index = 0
  const nextId = () => ids[index++ % ids.length] as string
  const get = (url: string, folder: string) => () =>
    requestsPerSecond({ url, method: 'GET', headers: bearer(token), nextPath: () => `${folder}/${nextId()}`, seconds: SECONDS })
  await sleep(1000)
  const rates = await alternate({
    baseline: get(baseline.url, '/orders'),
    direct: get(ordersUrl, '/api/Orders'),
    gateway: get(system.gatewayUrl, '/api/Orders'),
  })
  return [
    { name: 'read an order, direct', baseline: rates.baseline, product: rates.direct, unit: '1/s', ratioMin: 0.5 },
    { name: 'read an order, through the gateway', baseline: rates.baseline, product: rates.gateway, unit: '1/s', ratioMin: 0.3 },
  ]
}
