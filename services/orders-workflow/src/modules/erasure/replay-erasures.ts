import { DomainError } from '@open-oms/contracts/errors'
import type { Database } from '@open-oms/service-kit/database/database'
import { parseCustomerKey } from '../../order/rules/search/customer-row.ts'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { purgeOrder } from '../orders/delete/purge-order.ts'
import { readErasureFile } from './erasure-file.ts'
import { finishErasure, type OpenErasure, openErasureKeys, readOrderIds } from './erasure-store.ts'
import {
  type ErasureRow,
  findMissing,
  hashCustomers,
  hashKeys,
  hashOrders,
  insertErasures,
  isOrderOlder,
  readCartCustomers,
  readKeyId,
} from './list-store.ts'
import { noteCustomer, sweepCustomer } from './sweep-customer.ts'

const ROWS_PER_READ = 5_000

type Reader = Pick<Database, 'query'>
type NamedSubject = { name: string; subject: string }

/** What a replay has done; `unreadable` lines are made with the key of another database. */
export type Replay = { orders: number; customers: number; unreadable: number }

/**
 * Removes again what was purged and erased before and is back, because an older backup was restored
 * (customers.md#list-of-erasures). To be called before the service opens. One that was interrupted
 * is repeated: what is not in the table was not carried out to the end.
 */
export async function replayErasures(deps: OrderDeps, file: string): Promise<Replay> {
  const { missing, unreadable } = await missingErasures(deps, file)
  if (missing.length === 0) return { orders: 0, customers: 0, unreadable }
  const of = (kind: ErasureRow['kind']) => new Map(missing.flatMap((row) => (row.kind === kind ? [[row.subject, row]] : [])))
  const [lostOrders, lostCustomers] = [of('Order'), of('Customer')]
  const customers = new Map<string, OpenErasure>()
  for await (const key of matchingCustomers(deps, lostCustomers)) {
    const orderIds = await readOrderIds(deps, key)
    customers.set(key, await deps.inTransaction((tx) => noteCustomer(deps, tx, { key, orderIds, newestOrder: null })))
  }
  const orderIds = await purgeAgain(deps, lostOrders)
  for (const [key, noted] of customers)
    await sweepCustomer(deps, { key, ...noted, also: (tx) => finishErasure(tx, key, deps.now()) })
  for (let start = 0; start < missing.length; start += ROWS_PER_READ)
    await insertErasures(deps, missing.slice(start, start + ROWS_PER_READ))
  return { orders: orderIds.length, customers: customers.size, unreadable }
}

async function missingErasures(reader: Reader, file: string): Promise<{ missing: ErasureRow[]; unreadable: number }> {
  const missing: ErasureRow[] = []
  let [unreadable, batch, keyId] = [0, [] as ErasureRow[], '']
  const look = async () => {
    if (batch.length > 0) missing.push(...(await findMissing(reader, batch)))
    batch = []
  }
  for await (const line of readErasureFile(file)) {
    if (keyId === '') keyId = await readKeyId(reader)
    if (line.keyId !== keyId) unreadable += 1
    else if (batch.push(line) === ROWS_PER_READ) await look()
  }
  await look()
  return { missing, unreadable }
}

async function purgeAgain(deps: OrderDeps, lost: ReadonlyMap<string, ErasureRow>): Promise<string[]> {
  const purged: string[] = []
  for (let behind = ''; lost.size > 0; ) {
    const orders = await hashOrders(deps, behind, ROWS_PER_READ)
    for (const { name: orderId, subject } of orders) {
      const row = lost.get(subject)
      if (row === undefined || !(await isOrderOlder(deps, orderId, row.erased))) continue
      await purgeOnce(deps, orderId)
      purged.push(orderId)
    }
    behind = orders.at(-1)?.name ?? ''
    if (orders.length < ROWS_PER_READ) break
  }
  return purged
}

async function purgeOnce(deps: OrderDeps, orderId: string): Promise<void> {
  const write = { operation: 'PurgeOrder', by: 'restore', actor: 'restore', requireScope: () => undefined } as const
  try {
    await purgeOrder(deps, { orderId, write, reason: 'replay' })
  } catch (error) {
    // Another process that starts has purged it.
    if (!(error instanceof DomainError && error.code === 'NotFound')) throw error
  }
}

async function* matchingCustomers(reader: Reader, lost: ReadonlyMap<string, ErasureRow>): AsyncGenerator<string> {
  if (lost.size === 0) return
  const known = new Set<string>()
  for (const pages of [openErasures(reader), customersOfOrders(reader), customersOfCarts(reader)])
    for await (const page of pages)
      for (const { name, subject } of page)
        if (lost.has(subject) && !known.has(name)) {
          known.add(name)
          yield name
        }
}

/** Those that an interrupted replay has begun with, whose orders may be gone. */
async function* openErasures(reader: Reader): AsyncGenerator<NamedSubject[]> {
  yield await hashKeys(reader, await openErasureKeys(reader))
}

async function* customersOfOrders(reader: Reader): AsyncGenerator<NamedSubject[]> {
  for (let behind = ''; ; ) {
    const page = await hashCustomers(reader, behind, ROWS_PER_READ)
    yield page
    behind = page.at(-1)?.name ?? ''
    if (page.length < ROWS_PER_READ) return
  }
}

async function* customersOfCarts(reader: Reader): AsyncGenerator<NamedSubject[]> {
  for (let behind = ''; ; ) {
    const carts = await readCartCustomers(reader, behind, ROWS_PER_READ)
    const keys = carts.flatMap(({ customer_id: id, number, email, phone }) =>
      Object.entries({ id, number, email, phone }).flatMap(([kind, value]) => parseCustomerKey(`${kind}:${value ?? ''}`) ?? []),
    )
    yield await hashKeys(reader, [...new Set(keys)])
    behind = carts.at(-1)?.id ?? ''
    if (carts.length < ROWS_PER_READ) return
  }
}
