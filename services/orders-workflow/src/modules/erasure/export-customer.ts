import { invalid } from '@open-oms/contracts/errors'
import {
  type CustomerExportPage,
  type CustomerExportRequest,
  type CustomerRecord,
  type CustomerRecordKind,
  customerRecordKinds,
  EXPORT_TAKE_MAX,
} from '@open-oms/contracts/orders/customers/erasure'
import { type Caller, requireAllStores, requirePermission } from '@open-oms/service-kit/authentication/caller'
import type { Database } from '@open-oms/service-kit/database/database'
import type { OrderDeps } from '../../order/write/order-deps.ts'
import { allPatterns, customerIdentity, surePatterns } from './domain/customer-identity.ts'
import { readIdentityFacts } from './erasure-store.ts'
import { type ExportRow, type PatternStatement, recordsByKey, recordsByPattern } from './export-statements.ts'
import { parseKeyOfBody } from './key-of-body.ts'

/** Where a page begins: behind a record of a kind. */
type Position = { kind: CustomerRecordKind; id: string }

type ExportSource = { reader: Pick<Database, 'query'>; key: string; countries: readonly string[] }

/**
 * A page of everything that is stored about a customer (customers.md#customer-export), by kind.
 * Raises `ValidationFailed` for what is no key and for an `after` of no page, and `Forbidden`.
 */
export async function exportCustomer(
  deps: Pick<OrderDeps, 'query' | 'config'>,
  caller: Caller,
  { customerKey, after }: CustomerExportRequest,
): Promise<CustomerExportPage> {
  requireAllStores(caller, 'Customers are exported')
  requirePermission(caller, 'SeePersonalData')
  const key = parseKeyOfBody(customerKey)
  const countries = [...new Set(deps.config().markets.map(({ country }) => country))]
  const reading = { reader: deps, key, countries }
  const start = after ? parsePosition(after) : { kind: customerRecordKinds[0], id: '' }
  const records: CustomerRecord[] = []
  let behind = start.id
  for (const kind of customerRecordKinds.slice(customerRecordKinds.indexOf(start.kind))) {
    const rows = await readRecords(reading, kind, { behind, take: EXPORT_TAKE_MAX - records.length })
    records.push(...rows.map((row) => toRecord(kind, row)))
    const last = rows.at(-1)
    if (records.length === EXPORT_TAKE_MAX && last !== undefined) return { records, next: JSON.stringify([kind, last.id]) }
    behind = ''
  }
  return { records, next: null }
}

function parsePosition(after: string): Position {
  try {
    const [kind, id] = JSON.parse(after) as unknown[]
    const known = customerRecordKinds.find((one) => one === kind)
    if (known !== undefined && typeof id === 'string') return { kind: known, id }
  } catch {
    // Refused below.
  }
  throw invalid('after', 'is not the `next` of a page')
}

type Range = { behind: string; take: number }

async function readRecords(
  { reader, key, countries }: ExportSource,
  kind: CustomerRecordKind,
  { behind, take }: Range,
): Promise<ExportRow[]> {
  if (take === 0) return []
  const byKey = recordsByKey[kind]
  if (byKey !== undefined) return byKey.on(reader, key, behind, take)
  const identity = customerIdentity(key, await readIdentityFacts(reader, key), countries)
  const patterns = kind === 'cart' ? surePatterns(identity) : allPatterns(identity)
  return (recordsByPattern[kind] as PatternStatement).on(reader, patterns, behind, take)
}

function toRecord(kind: CustomerRecordKind, { id, order_id: orderId, document }: ExportRow): CustomerRecord {
  return { kind, id, orderId, document: JSON.parse(document) as unknown }
}
