import type { System } from '@open-oms/system/start/start-system'
import pg from 'pg'
import { costOfWork } from '../cost-of-work.ts'
import type { Figure } from '../figures.ts'
import { type Load, type LoadResult, measureLoad } from '../load.ts'
import { newOrder } from '../samples/new-order.ts'
import { nextOrderId } from '../samples/sample-order.ts'
import type { Session } from '../session.ts'
import { pickUpOrders, skuAt } from '../workflow-orders.ts'

const SECONDS = 10
const WRITERS = 32
const SEVERAL = 16
/** More than change their status in the time. */
const ORDERS = 6_000

type Setup = { system: System; orders: Session; gateway: Session }

/**
 * What writes cost that have more to do than a new order, or that meet: with a key, all of one SKU,
 * a status with a capture, and one client beside many others. Through the gateway, with what each
 * takes of the machine until its events and messages are out.
 */
export async function writeLoadFigures({ system, orders, gateway }: Setup): Promise<Figure[]> {
  const load = ({ url = '/api/Orders', headers = {}, ...rest }: Partial<Load> & { connections: number }) =>
    measureLoad({
      url: `${gateway.url}${url}`,
      headers: { authorization: `Bearer ${gateway.token}`, ...headers },
      method: 'POST',
      nextBody: () => newOrder(),
      seconds: SECONDS,
      ...rest,
    })
  const costed = (name: string, work: () => Promise<LoadResult>) => costedFigures(system, name, work)
  const withKey = () => load({ method: 'PUT', connections: SEVERAL, nextHeaders: () => ({ 'idempotency-key': nextOrderId() }) })
  const hot = () => load({ connections: WRITERS, nextBody: () => newOrder({ codes: [skuAt(0), skuAt(0)] }) })
  const ids = await pickUpOrders(orders, ORDERS)
  const status = () =>
    load({
      connections: SEVERAL,
      nextPath: () => `/api/Orders/${ids.pop()}/UpdateStatus`,
      nextBody: () => JSON.stringify({ status: 'PickedUp' }),
    })
  const deadlocksBefore = await deadlocks(system)
  return [
    ...(await costed(`create an order with an Idempotency-Key, PUT, ${SEVERAL} connections`, withKey)),
    ...(await costed(`create orders of one hot SKU, ${WRITERS} connections`, hot)),
    { name: '  deadlocks meanwhile', product: (await deadlocks(system)) - deadlocksBefore, unit: '', valueMax: 0 },
    ...(await costed(`UpdateStatus with four steps, gateway, ${SEVERAL} connections`, status)),
    ...(await besideOthers(load)),
  ]
}

async function costedFigures(system: System, name: string, work: () => Promise<LoadResult>): Promise<Figure[]> {
  let measured: LoadResult | undefined
  const { processorMs, walBytes } = await costOfWork(system, async () => {
    measured = await work()
  })
  const { rate, count, p99 } = measured as LoadResult
  return [
    { name, product: rate, unit: '1/s' },
    { name: '  p99', product: p99, unit: 'ms' },
    { name: '  processor time of all processes for each', product: processorMs / count, unit: 'ms' },
    { name: '  WAL of all databases for each', product: walBytes / count / 1024, unit: 'KiB' },
  ]
}

/** One client creates orders, alone and while others do the same. */
async function besideOthers(load: (load: { connections: number }) => Promise<LoadResult>): Promise<Figure[]> {
  const alone = await load({ connections: 1 })
  const [beside] = await Promise.all([load({ connections: 1 }), load({ connections: WRITERS })])
  return [
    { name: 'one client that creates orders, alone, p99', product: alone.p99, unit: 'ms' },
    { name: `the same while ${WRITERS} others do, p99`, product: beside.p99, unit: 'ms' },
  ]
}

async function deadlocks(system: System): Promise<number> {
  const client = new pg.Client({ connectionString: system.adminUrls['orders-workflow'] })
  await client.connect()
  try {
    const { rows } = await client.query('select deadlocks from pg_stat_database where datname = current_database()')
    return Number(rows[0].deadlocks)
  } finally {
    await client.end()
  }
}
