import { createHash } from 'node:crypto'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import { usePrisma } from '../../database/use-prisma.ts'
import { orderColumn } from '../../order/store/stored-document.ts'
import type { RecordedRun, RecordedVersion } from './domain/recorded-requests.ts'

type Queries = Pick<Database, 'query'>
type Executor = Pick<Database, 'execute'>

/** The orders that changed last, the newest first, without deleted ones. */
export async function findLatestOrders(
  database: Executor,
  { since, countMax }: { since: Date; countMax: number },
): Promise<string[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.orderSearch.findMany({
      where: { modified: { gte: since }, isDeleted: false },
      select: { orderId: true },
      orderBy: [{ modified: 'desc' }, { orderId: 'desc' }],
      take: countMax,
    }),
  )
  return rows.map(({ orderId }) => orderId)
}

/** Versions of an order that are looked at, the newest ones. */
export const VERSIONS_MAX = 250

// SQL: the document is returned as the text that is stored (ADR 49).
const findVersions = statement({
  name: 'simulation-versions',
  text: `select version_number, operation, created, document from order_version_content where order_id = $1 order by version_number desc limit ${VERSIONS_MAX}`,
  parameters: [Sql.text],
  row: { version_number: Sql.integer, operation: Sql.text, created: Sql.timestamptz, document: orderColumn },
})

/** The newest versions of an order, the oldest of them first. */
export async function readVersions(database: Queries, orderId: string): Promise<RecordedVersion[]> {
  const rows = await findVersions.on(database, orderId)
  return rows.reverse().map(({ version_number: versionNumber, operation, created, document }) => {
    return { versionNumber, operation, created: created.toISOString(), order: document }
  })
}

/** The runs of an order, as far as they are kept. */
export async function readRecordedRuns(database: Executor, orderId: string): Promise<RecordedRun[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.workflowRun.findMany({
      where: { orderId },
      select: { started: true, status: true, shipmentId: true, returnId: true, transitionCount: true },
      orderBy: [{ started: 'asc' }, { id: 'asc' }],
    }),
  )
  return rows.map(({ started, ...run }) => ({ ...run, started: started.toISOString() }))
}

/** The stock movements of an order, in words. */
export async function readMovements(database: Executor, orderId: string): Promise<string[]> {
  const rows = await usePrisma(database, (prisma) =>
    prisma.inventoryMovement.findMany({
      where: { orderId },
      select: { skuId: true, warehouseCode: true, kind: true, quantityDelta: true, reservedDelta: true },
      orderBy: { id: 'asc' },
    }),
  )
  return rows.map(
    ({ kind, skuId, warehouseCode, quantityDelta, reservedDelta }) =>
      `${kind} ${skuId} in ${warehouseCode}: quantity ${Number(quantityDelta)}, reserved ${Number(reservedDelta)}`,
  )
}

// SQL: the digest is of the content as the text that is stored (ADR 49).
const findMessages = statement({
  name: 'simulation-messages',
  text: 'select kind, connector, content from message where order_id = $1 order by created, id',
  parameters: [Sql.text],
  row: { kind: Sql.text, connector: Sql.text, content: Sql.json },
})

/**
 * The messages of an order, in words: recipients are masked, because reports are passed on, and a
 * digest stands for the whole content. `clean` removes ids of the replay from it.
 */
export async function readMessages(database: Queries, orderId: string, clean: (text: string) => string): Promise<string[]> {
  const rows = await findMessages.on(database, orderId)
  return rows.map(({ kind, connector, content }) => {
    const { subject, to } = JSON.parse(content) as { subject?: string; to?: unknown }
    return `${kind} by ${connector} to ${masked(to)}: ${subject ?? ''} (content ${shortDigest(clean(content))})`
  })
}

/** The first letter and the domain of an address; a digest of anything else. */
function masked(to: unknown): string {
  if (Array.isArray(to)) return to.map(masked).join(', ')
  const text = typeof to === 'string' ? to : JSON.stringify(to ?? null)
  const [, first, domain] = /^([^@\s])[^@\s]*(@[^@\s]+)$/u.exec(text) ?? []
  return first === undefined ? `#${shortDigest(text)}` : `${first}…${domain}`
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
