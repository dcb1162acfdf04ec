import { randomUUID } from 'node:crypto'
import type { RequestRecord } from '../history.ts'
import { type Facts, type LastVersion, noFacts, type StoredOrder, type Version } from './facts.ts'

/** A request with what it differs in from an acknowledged patch of order `o`. */
export function request(given: Partial<RequestRecord>): RequestRecord {
  return {
    type: 'request',
    ...{ client: 'c1', request: given.mark ?? `r-${randomUUID()}`, operation: 'patch', gateway: 0, method: 'PATCH', path: '/' },
    ...{ orderId: 'o', isWrite: true, mark: null, key: null, ifMatch: null, body: null },
    ...{ start: 0, end: 1, status: 200, versionId: null, isReplayed: false, response: null },
    ...given,
  }
}

const nothing: LastVersion = { isTill: false, isCounted: true, payments: [], exchangeIds: [], reserved: 0 }

type Planted = { operation?: string; marks?: Record<string, number>; status?: string; number?: number }

/** An order whose versions are v1, v2, …, with the marks that each has. */
export function order(
  orderId: string,
  versions: readonly Planted[],
  more: Partial<LastVersion & { audited: object }> = {},
): StoredOrder {
  const { audited = {}, ...last } = more
  const stored = versions.map(
    ({ operation = 'PatchOrder', marks = {}, status = 'New', number }, index): Version => ({
      versionId: `${orderId}-v${index + 1}`,
      number: number ?? index + 1,
      ...{ operation, status, marks: new Map(Object.entries(marks)) },
    }),
  )
  const transactions = new Set((last.payments ?? []).map(({ transactionId }) => transactionId as string))
  return { orderId, versions: stored, last: { ...nothing, ...last }, transactions, audited: new Map(Object.entries(audited)) }
}

/** Facts with these orders and, unless others are given, the feed that they have. */
export function factsOf(orders: readonly StoredOrder[], given: Partial<Facts> = {}): Facts {
  let position = 0
  const changes = orders.flatMap(({ orderId, versions }) =>
    versions.map(({ versionId }, index) => ({
      ...{ position: ++position, orderId, versionId },
      kind: index === 0 ? 'created' : 'updated',
    })),
  )
  return { ...noFacts(), orders: new Map(orders.map((one) => [one.orderId, one])), changes, ...given }
}
