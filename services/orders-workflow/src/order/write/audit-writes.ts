import type { AuditEntry, AuditOrigin } from '@open-oms/contracts/audit/audit-record'
import { auditEntry, type NewAuditEntry, systemOrigin } from '@open-oms/service-kit/audit/audit-entry'
import { storeEntries } from '@open-oms/service-kit/audit/audit-trail'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { auditedChanges } from '../rules/audit/audited-changes.ts'
import type { Authorship, OrderVersion } from '../rules/order-version.ts'

const SERVICE = 'orders-workflow'

type Author = Pick<Authorship, 'by' | 'operation' | 'correlationId' | 'time'> & { origin?: AuditOrigin | undefined }

/**
 * An entry about an order, by who writes it; `said` is whom a program has named as the author.
 */
export function orderAuditEntry(
  { by, operation, correlationId, time, origin }: Author,
  given: Pick<NewAuditEntry, 'act' | 'orderId' | 'details'>,
): AuditEntry {
  const proven = origin ?? systemOrigin(by, correlationId ?? null)
  const said = by === proven.actor || by === proven.clientId ? null : by
  return auditEntry(SERVICE, proven, { ...given, operation, time, details: { ...given.details, said } })
}

/** Records what the versions of orders have changed, in their transaction (audit.md#recording). */
export function auditWrites(
  tx: Transaction,
  writes: readonly { authorship: Author; version: Pick<OrderVersion, 'before' | 'order'> | null }[],
): void {
  const entries = writes.flatMap(({ authorship, version }) =>
    version === null
      ? []
      : auditedChanges(version.before, version.order).map((change) =>
          orderAuditEntry(authorship, { ...change, orderId: version.order.id }),
        ),
  )
  storeEntries(tx, entries)
}
