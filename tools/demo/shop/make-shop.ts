import type { Client } from '@open-oms/client'
import type { NewOrder } from '@open-oms/client/types'
import type { StorePlan } from '../store-plan.ts'
import type { Tenant } from '../tenant.ts'
import { stockedArticles } from './goods.ts'
import { inTurns } from './in-turns.ts'
import { liveThrough, returnedKinds } from './live-orders.ts'
import { pastOrderBody, tillOrderBody } from './order-bodies.ts'
import { createRandom } from './random.ts'
import { planShop, type ShopOrder } from './shop-plan.ts'

const STORES_MAX = 5

/** What the shop is made of in the sample tenant, and in those that kept its statuses. */
const needed: Readonly<Record<string, readonly string[]>> = {
  Online: ['New', 'InProgress', 'PackedAndReady', 'Shipped', 'Completed', 'Cancelled'],
  ClickAndCollect: ['New', 'InProgress', 'ReadyForPickup'],
  Pos: ['Completed'],
  ReturnOrder: ['New', 'Completed'],
}

/** The first status that the shop needs and the tenant does not have; null when it has all. */
export function missingStatus({ orderTypes }: Tenant): string | null {
  for (const [type, statuses] of Object.entries(needed)) {
    const known = orderTypes.find(({ name }) => name === type)?.orderStatuses.map(({ name }) => name) ?? []
    const missing = statuses.find((status) => !known.includes(status))
    if (missing !== undefined) return `${type} ${missing}`
  }
  return null
}

export type ShopOptions = { seed: number; count: number; now: Date }
/** `waiting`: returns whose refund needs the approval of someone else. */
export type Shop = { made: number; kept: number; waiting: number; orders: readonly ShopOrder[] }

/**
 * Makes the orders of a shop in up to five stores: the past as an import, the last days by the
 * workflow, the tills with their Z-reports. What a former run has made stays as it is.
 */
export async function makeShop(client: Client, plans: readonly StorePlan[], options: ShopOptions): Promise<Shop> {
  const stores = plans.slice(0, STORES_MAX)
  const orders = planShop(stores, options)
  const known = new Set<string>()
  for (let at = 0; at < orders.length; at += 1000) {
    const ids = orders.slice(at, at + 1000).map(({ id }) => id)
    for (const id of await client.post('/api/Orders/ExistMany', { body: ids })) known.add(id)
  }
  const added = orders.filter(({ id }) => !known.has(id))
  await stockUp(client, stores, options.seed)
  const isPast = ({ kind }: ShopOrder) => kind === 'Past' || kind === 'PastCancelled' || returnedKinds.has(kind)
  await importOrders(
    client,
    added.filter(isPast).map((order) => pastOrderBody(order, 'Online')),
  )
  const tillOrders = added.filter(({ kind }) => kind === 'Till')
  const hasMessages = await keepsMessages(client)
  let waiting = 0
  const live = added.filter(({ kind }) => kind !== 'Past' && kind !== 'PastCancelled' && kind !== 'Till')
  await Promise.all([
    closeTills(client, tillOrders, {
      now: options.now,
      take: (some, register) =>
        importOrders(
          client,
          some.map((order) => tillOrderBody(order, register)),
        ),
    }),
    inTurns(live, async (order) => {
      if (!(await liveThrough(client, order, hasMessages))) waiting += 1
    }),
  ])
  return { made: added.length, kept: known.size, waiting, orders }
}

const ROWS_MAX = 100

async function importOrders(client: Client, bodies: readonly NewOrder[]): Promise<void> {
  const batches: (readonly NewOrder[])[] = []
  for (let at = 0; at < bodies.length; at += ROWS_MAX) batches.push(bodies.slice(at, at + ROWS_MAX))
  for (const batch of batches) await client.post('/api/Orders/ImportMany', { body: [...batch] })
}

/** Stock of everything in every warehouse, of which some runs low; what has a level keeps it. */
async function stockUp(client: Client, stores: readonly StorePlan[], seed: number): Promise<void> {
  const random = createRandom(seed + 1)
  const warehouses = [...new Set(stores.flatMap(({ warehouses }) => warehouses))]
  const rows = warehouses.flatMap((warehouseCode) =>
    stockedArticles.map(({ skuId, goods }) => {
      const quantity = random.integer(20, 60) * (goods.price < 300 ? 3 : 1)
      const isLow = random.isTrue(0.1)
      const isOut = skuId === 'RAIN-JACKET-L' || random.isTrue(0.015)
      return { skuId, warehouseCode, quantity: isOut ? 0 : isLow ? random.integer(3, 9) : quantity }
    }),
  )
  const skuIds = stockedArticles.map(({ skuId }) => skuId)
  const known = new Set((await client.get('/api/Inventory', { query: { skuIds } })).map(levelKey))
  const added = rows.filter((row) => !known.has(levelKey(row)))
  if (added.length > 0) await client.put('/api/Inventory', { body: added })
}

function levelKey({ skuId, warehouseCode }: { skuId: string; warehouseCode: string }): string {
  return JSON.stringify([skuId, warehouseCode])
}

/**
 * Whether mails are kept as files: a mail server would send them, and nobody has these addresses.
 */
async function keepsMessages(client: Client): Promise<boolean> {
  const { findings } = await client.get('/api/Configuration/Check')
  return findings.some(({ reason }) => reason.includes('SMTP_URL is not set'))
}

type TillOptions = {
  now: Date
  /** Writes the sales of a register. */
  take(orders: readonly ShopOrder[], register: string): Promise<void>
}

/**
 * Sells at the tills day by day, and closes each day with a Z-report, in the order of the days: a
 * close takes in all that is open. Today's stays open.
 */
async function closeTills(client: Client, orders: readonly ShopOrder[], { now, take }: TillOptions): Promise<void> {
  const stores = Map.groupBy(orders, ({ plan }) => plan.storeId)
  await Promise.all(
    [...stores].map(async ([storeId, sold]) => {
      const register = `${storeId}-till`
      for (const [day, sales] of Map.groupBy(sold, ({ at }) => at.toISOString().slice(0, 10))) {
        await take(sales, register)
        if (day !== now.toISOString().slice(0, 10)) await closeDay(client, { storeId, register, day, sales })
      }
    }),
  )
}

type TillDay = { storeId: string; register: string; day: string; sales: readonly ShopOrder[] }

async function closeDay(client: Client, { storeId, register, day, sales }: TillDay): Promise<void> {
  const isCash = ({ paymentMethod, plan }: ShopOrder) => paymentMethod === plan.cashMethod
  const cashExpected = sales.filter(isCash).reduce((sum, { total }) => sum + total, 0)
  // Once in a while a coin is missing.
  const cashDiff = cashExpected > 0 && Number(sales[0]?.id) % 7 === 0 ? -1 : 0
  const cashCounted = cashExpected + cashDiff
  await client.post('/api/ZReport/Close', {
    body: {
      ...{ zReportId: `${register}-${day}`, storeId, registerIds: [register], dateClosed: `${day}T20:05:00Z` },
      cashManagement: { cashExpected, cashCounted, cashDiff, cashBank: cashCounted },
    },
  })
}
