import { newEvent } from '@open-oms/service-kit/events/new-event'
import { outboxParameter } from '@open-oms/service-kit/events/outbox'
import { runsParameter } from '../../runs/run-statements.ts'
import type { OrderEvent } from '../rules/order-events.ts'
import type { Authorship, OrderVersion } from '../rules/order-version.ts'
import { storedQuantities } from '../rules/search/stored-quantities.ts'
import type { WorkflowRun } from '../rules/status/workflow-run.ts'
import { customerRecord } from './customer-statements.ts'
import { fieldRecords } from './field-statements.ts'
import type { recordTypes } from './order-statements.ts'
import { returnRecords } from './return-statements.ts'
import { searchRecord } from './search-statements.ts'

/** Events of an order, and a run that begins, without a new version of it. */
export type Publication = {
  orderId: string
  sequenceBefore: number
  events: readonly OrderEvent[]
  run: WorkflowRun | null
  authorship: Authorship
}

/**
 * The events of writes, numbered on from the last one of each order, as the parameter of a
 * statement.
 */
export function eventsParameter(publications: readonly Omit<Publication, 'run'>[]): string {
  return outboxParameter(
    publications.flatMap(({ orderId, sequenceBefore, events, authorship: { actor, correlationId, time, traceparent } }) =>
      events.map(({ contract, data }, index) =>
        newEvent(contract, {
          subject: orderId,
          sequence: sequenceBefore + index + 1,
          time,
          data,
          actor,
          traceparent,
          ...(correlationId === undefined ? {} : { correlationId }),
        }),
      ),
    ),
  )
}

/** The parameter of the runs that are written along. */
function writtenRunsParameter(items: readonly { run: WorkflowRun | null }[]): string {
  return runsParameter(items.flatMap(({ run }) => run ?? []))
}

/** The id of the order of a version. */
export function versionOrderId({ order }: OrderVersion): string {
  return order.id
}

/**
 * The parameters of a write of some orders: their records, their documents in one piece, their
 * events and their runs.
 */
export function versionValues(versions: readonly OrderVersion[]): [string, Buffer, string, string] {
  let at = 1
  const records = versions.map((version) => {
    const bytes = Buffer.byteLength(version.document)
    const record = orderRecord(version, { at, bytes })
    at += bytes
    return record
  })
  return [
    JSON.stringify(records),
    Buffer.from(versions.map(({ document }) => document).join('')),
    eventsParameter(versions.map((version) => ({ ...version, orderId: versionOrderId(version) }))),
    writtenRunsParameter(versions),
  ]
}

/**
 * The parameters of a write that does not change documents: the orders, their events and their
 * runs.
 */
export function publicationValues(publications: readonly Publication[]): [string, string, string] {
  const records = publications.map(({ orderId, sequenceBefore, events }) => ({
    order_id: orderId,
    sequence_before: sequenceBefore,
    event_sequence: sequenceBefore + events.length,
  }))
  return [JSON.stringify(records), eventsParameter(publications), writtenRunsParameter(publications)]
}

/**
 * An order as a field of the first parameter of a write; its document is at an offset among those
 * of the others, counted from 1.
 */
function orderRecord(version: OrderVersion, offset: { at: number; bytes: number }): Record<keyof typeof recordTypes, unknown> {
  return {
    order_id: version.order.id,
    version_number: version.versionNumber,
    version_id: version.order.versionId,
    sequence_before: version.sequenceBefore,
    event_sequence: version.sequenceBefore + version.events.length,
    previous_status: version.previousStatus ?? undefined,
    kind: version.kind,
    created_by: version.authorship.by,
    proven_by: version.authorship.provenBy,
    operation: version.authorship.operation,
    // Not the order's `modified`: one that is taken over from another system has an old one.
    written_at: version.authorship.time,
    changed_fields: version.changedFields,
    document_at: offset.at,
    document_bytes: offset.bytes,
    quantities: storedQuantities(version.order.orderForm),
    published_allocations: version.hasNewAllocations ? version.allocations : undefined,
    returns: returnRecords(version.order, version.before),
    fields: fieldRecords(version.order, version.searchedBy, version.before),
    ...searchRecord(version.order, version.searchedBy),
    ...customerRecord(version.order, version.searchedBy),
  }
}
