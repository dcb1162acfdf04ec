import type { Order } from '@open-oms/contracts/orders/order'
import { parseStoredOrder } from '../../../services/orders-workflow/src/order/rules/sparse-order.ts'
import {
  type FaultRecord,
  type HistoryRecord,
  type RequestRecord,
  readRecords,
  type ScrollRecord,
  type SeenRecord,
  type WebhookRecord,
} from '../history.ts'
import type { BookedRecord, EffectRecord, MessageRecord, MovementRecord, ProductRecord, StateRecord } from '../state.ts'
import { marksOf } from './marks.ts'
import type { Model } from './model.ts'

/** A promise that does not hold. */
export type Violation = { check: string; about: string; text: string }

/** What the checks need of a version of an order. */
export type Version = {
  versionId: string
  number: number
  operation: string
  status: string
  /** Each mark with how often it is in the version, in one place. */
  marks: ReadonlyMap<string, number>
}

/** What the checks need of the newest version of an order. */
export type LastVersion = {
  isTill: boolean
  /** A report counts it: it is completed, or some of it came back. */
  isCounted: boolean
  payments: readonly {
    id: string
    transactionType: string
    status: string
    transactionId: string | null
    amount: number
    paymentMethodName?: string | null
  }[]
  /** The orders that were made for its returns. */
  exchangeIds: readonly string[]
  /** Units that are reserved for the lines. */
  reserved: number
}

export type StoredOrder = {
  orderId: string
  versions: readonly Version[]
  last: LastVersion
  /** The transactions of the provider that a version had, and the keys of its answers. */
  transactions: ReadonlySet<string>
  audited: ReadonlyMap<string, number>
}

export type Change = { position: number; orderId: string; versionId: string; kind: string }
export type Level = { skuId: string; warehouseCode: string; quantity: number; reserved: number }

/** Everything that the checks compare. */
export type Facts = {
  requests: RequestRecord[]
  seen: SeenRecord[]
  webhooks: WebhookRecord[]
  scrolls: ScrollRecord[]
  faults: FaultRecord[]
  orders: Map<string, StoredOrder>
  /** All changes, in the order of the feed. */
  changes: Change[]
  sequences: Map<string, number>
  levels: Level[]
  movements: MovementRecord[]
  effects: EffectRecord[]
  booked: BookedRecord[]
  ledger: { debit: number; credit: number; money: number } | null
  audit: { act: string; orderId: string | null; outcome: string }[]
  zReports: { zReportId: string; storeId: string; number: number; paid: number; orderIds: string[] }[]
  /** The payments that each report counts. */
  counted: { orderId: string; paymentId: string; zReportId: string }[]
  products: ProductRecord[]
  messages: MessageRecord[]
  left: { what: string; count: number }[]
  /** What the pure rules made of a version otherwise. */
  modelled: Violation[]
}

export function noFacts(): Facts {
  return {
    ...{ requests: [], seen: [], webhooks: [], scrolls: [], faults: [], orders: new Map(), changes: [], sequences: new Map() },
    ...{
      levels: [],
      movements: [],
      effects: [],
      booked: [],
      ledger: null,
      audit: [],
      zReports: [],
      counted: [],
      products: [],
      messages: [],
      left: [],
      modelled: [],
    },
  }
}

/**
 * Reads a history and the state at rest, record by record. Of orders a version and the one before
 * are in memory, and what the checks need of the others.
 */
export async function readFacts({ history, state, model }: { history: string; state: string; model: Model }): Promise<Facts> {
  const facts = noFacts()
  for await (const record of readRecords<HistoryRecord>(history)) addHistory(facts, record)
  model.learn(facts.requests)
  for (const request of facts.requests) request.body = null
  const reader = orderReader(facts, model)
  for await (const record of readRecords<StateRecord>(state)) {
    if (record.type === 'version') reader.add(record)
    else addState(facts, record)
  }
  reader.end()
  return facts
}

function addHistory(facts: Facts, record: HistoryRecord): void {
  if (record.type === 'request') facts.requests.push(record)
  else if (record.type === 'seen') facts.seen.push(record)
  else if (record.type === 'webhook') facts.webhooks.push(record)
  else if (record.type === 'scroll') facts.scrolls.push(record)
  else facts.faults.push(record)
}

function addState(facts: Facts, record: Exclude<StateRecord, { type: 'version' }>): void {
  if (record.type === 'change') facts.changes.push(record)
  else if (record.type === 'sequence') facts.sequences.set(record.orderId, record.sequence)
  else if (record.type === 'level') facts.levels.push(record)
  else if (record.type === 'movement') facts.movements.push(record)
  else if (record.type === 'effect') facts.effects.push(record)
  else if (record.type === 'booked') facts.booked.push(record)
  else if (record.type === 'audit') facts.audit.push(record)
  else if (record.type === 'zreport') facts.zReports.push(record)
  else if (record.type === 'counted') facts.counted.push(record)
  else if (record.type === 'product') facts.products.push(record)
  else if (record.type === 'message') facts.messages.push(record)
  else if (record.type === 'left') facts.left.push(record)
  else facts.ledger = record
}

type StoredVersion = Extract<StateRecord, { type: 'version' }>

type Mutable = { versions: Version[]; audited: Map<string, number>; transactions: Set<string> }

const counted: ReadonlySet<string> = new Set(['Completed', 'PartiallyReturned', 'Returned'])

/** Those of its payments, and the keys of its properties, of which one is that of an answer. */
function transactionsOf({ orderForm, properties }: Order): string[] {
  const named = [...orderForm.payments.map(({ transactionId }) => transactionId), ...properties.map(({ key }) => key)]
  return named.filter((name) => name !== null)
}

/** Reduces versions that come order by order. */
function orderReader(facts: Facts, model: Model) {
  let current: (Omit<StoredOrder, 'last'> & Mutable) | null = null
  let order: ReturnType<typeof parseStoredOrder> | null = null
  const end = () => {
    if (current === null || order === null) return
    const { orderForm, orderType, status, returnOrderForms } = order
    const last: LastVersion = {
      isTill: orderType === 'Pos',
      isCounted: counted.has(status),
      payments: orderForm.payments as unknown as LastVersion['payments'],
      exchangeIds: returnOrderForms.flatMap(({ replacementOrderIds }) => replacementOrderIds),
      reserved: orderForm.lineItems.reduce((sum, { reservedInventoryQuantity }) => sum + (reservedInventoryQuantity ?? 0), 0),
    }
    facts.orders.set(current.orderId, { ...current, last })
  }
  const add = (record: StoredVersion) => {
    if (current?.orderId !== record.orderId) {
      end()
      current = { orderId: record.orderId, versions: [], audited: new Map(), transactions: new Set() }
      order = null
    }
    const next = parseStoredOrder(JSON.stringify(record.document))
    for (const text of model.check({ before: order, after: next, record }))
      facts.modelled.push({
        check: 'rules',
        about: record.orderId,
        text: `version ${record.number} (${record.operation}): ${text}`,
      })
    for (const act of model.audited(order, next)) current.audited.set(act, (current.audited.get(act) ?? 0) + 1)
    for (const transaction of transactionsOf(next)) current.transactions.add(transaction)
    const { versionId, number, operation } = record
    current.versions.push({ versionId, number, operation, status: next.status, marks: marksOf(next) })
    order = next
  }
  return { add, end }
}
