import { changesByOrder } from './check-chains.ts'
import { effectsByMark } from './check-effects.ts'
import type { Facts, Violation } from './facts.ts'
import { isSuccess, type Operation } from './operations.ts'

/** A request that names a version of an order, by its position among all that the order had. */
type Placed = { operation: Operation; position: number; start: number; end: number; isNew: boolean }

/**
 * What contradicts real time, by the one clock of the clients: a version that is not there, one
 * that is older than what a response had before the request began, one that was read before its
 * request began, a write on another version than its If-Match.
 */
export function timeFaults(operations: readonly Operation[], facts: Pick<Facts, 'orders' | 'changes'>): Violation[] {
  const chains = new Map([...changesByOrder(facts)].map(([id, changes]) => [id, changes.map(({ versionId }) => versionId)]))
  const beginnings = beginningsOf(operations, facts.orders)
  const placed = new Map<string, Placed[]>()
  const faults: Violation[] = []
  const fault = ({ operation, request }: Operation, text: string) =>
    faults.push({ check: 'time', about: `${operation} ${request}`, text })
  for (const [orderId, operation, versionId] of namedVersions(operations)) {
    const position = chains.get(orderId)?.indexOf(versionId) ?? -1
    if (position < 0) {
      fault(operation, `has version ${versionId} of ${orderId}, which is not there`)
      continue
    }
    const begin = beginnings.get(versionId)
    if (begin !== undefined && begin > (operation.end as number))
      fault(operation, `saw version ${versionId} of ${orderId} before it was asked for`)
    const made = madeBy(operation, orderId, facts.orders)
    const isNew = made === versionId
    placed.set(orderId, [
      ...(placed.get(orderId) ?? []),
      { operation, position, start: operation.start, end: operation.end as number, isNew },
    ])
    if (operation.ifMatch !== null && isNew && chains.get(orderId)?.[position - 1] !== operation.ifMatch)
      fault(operation, `wrote on another version of ${orderId} than its If-Match ${operation.ifMatch}`)
  }
  for (const [orderId, all] of placed) faults.push(...orderFaults(orderId, all))
  return faults
}

/** Each version that a response named. */
function* namedVersions(operations: readonly Operation[]): Generator<[string, Operation, string]> {
  for (const operation of operations) {
    if (!isSuccess(operation.status)) continue
    const { orderId, versionId, response } = operation
    const { id = null, orders = [] } = (response ?? {}) as { id?: string | null; orders?: { id: string; versionId: string }[] }
    const about = orderId ?? id
    if (about !== null && versionId !== null && operation.operation !== 'createCart') yield [about, operation, versionId]
    for (const read of orders) yield [read.id, operation, read.versionId]
  }
}

/** When the request of each version that has a mark of its own was first sent. */
function beginningsOf(operations: readonly Operation[], orders: Facts['orders']): Map<string, number> {
  const starts = new Map(operations.flatMap(({ mark, start }) => (mark === null ? [] : [[mark, start] as const])))
  const beginnings = new Map<string, number>()
  for (const [mark, effects] of effectsByMark(orders)) {
    const start = starts.get(mark)
    for (const { orderId, begins } of effects) {
      const version = orders.get(orderId)?.versions[begins[0] ?? -1]
      if (version !== undefined && start !== undefined) beginnings.set(version.versionId, start)
    }
  }
  return beginnings
}

/** The version in which the mark of a request is first. */
function madeBy({ mark }: Operation, orderId: string, orders: Facts['orders']): string | null {
  if (mark === null) return null
  return orders.get(orderId)?.versions.find(({ marks }) => marks.has(mark))?.versionId ?? null
}

/** Sweeps over time: what had ended before a request began is the least that it may see. */
function orderFaults(orderId: string, all: readonly Placed[]): Violation[] {
  const byEnd = [...all].sort((a, b) => a.end - b.end)
  const faults: Violation[] = []
  let [next, least, seenBy] = [0, -1, '']
  for (const { operation, position, start, isNew } of [...all].sort((a, b) => a.start - b.start)) {
    for (let ended = byEnd[next]; ended !== undefined && ended.end < start; ended = byEnd[++next]) {
      if (ended.position <= least) continue
      ;[least, seenBy] = [ended.position, `${ended.operation.operation} ${ended.operation.request}`]
    }
    if (position > least || (position === least && !isNew)) continue
    const text = `has version ${position + 1} of ${orderId} after ${seenBy} had version ${least + 1}`
    faults.push({ check: 'time', about: `${operation.operation} ${operation.request}`, text })
  }
  return faults
}

/**
 * Reads that found nothing although the order was there, and statuses that were acknowledged and
 * that no version has.
 */
export function readFaults(operations: readonly Operation[], facts: Pick<Facts, 'orders'>): Violation[] {
  const created = new Map<string, number>()
  const purges = new Map<string, number>()
  for (const { operation, orderId, response, status, end, start } of operations) {
    const id = orderId ?? (response as { id?: string } | null)?.id
    if (id === undefined || id === null) continue
    if (operation.startsWith('create') && isSuccess(status) && end !== null)
      created.set(id, Math.min(end, created.get(id) ?? end))
    if (operation === 'purge') purges.set(id, Math.min(start, purges.get(id) ?? start))
  }
  return operations.flatMap(({ operation, request, orderId, status, start, end }): Violation[] => {
    if (orderId === null || status !== 404 || end === null) return []
    const since = created.get(orderId)
    const isThere = since !== undefined && since < start && (purges.get(orderId) ?? Number.POSITIVE_INFINITY) > end
    if (!isThere && !(facts.orders.has(orderId) && since !== undefined && since < start)) return []
    return [{ check: 'read', about: `${operation} ${request}`, text: `found no ${orderId}, which was there` }]
  })
}
