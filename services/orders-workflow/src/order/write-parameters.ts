import { newEvent } from '@oms/service-kit/events/new-event'
import { outboxParameter } from '@oms/service-kit/events/outbox'
import type { recordTypes } from './order-statements.ts'
import type { OrderWrite, Telling } from './order-store.ts'
import { returnRecords } from './rows/return-statements.ts'
import { runsParameter } from './rows/run-statements.ts'
import { searchRecord } from './rows/search-statements.ts'
import type { WorkflowRun } from './status/workflow-run.ts'
import { quantitiesOf } from './stored-quantities.ts'

/** The events of writes, numbered on from the last one of each order, as the parameter of a statement. */
export function eventsParameter(tellings: readonly Omit<Telling, 'run'>[]): string {
  return outboxParameter(
    tellings.flatMap(({ orderId, sequenceBefore, events, authorship: { actor, correlationId, time } }) =>
      events.map(({ contract, data }, index) =>
        newEvent(contract, {
          subject: orderId,
          sequence: sequenceBefore + index + 1,
          time,
          data,
          actor,
          ...(correlationId === undefined ? {} : { correlationId }),
        }),
      ),
    ),
  )
}

/** The parameter of the runs that are written along. */
export function runsOf(items: readonly { run: WorkflowRun | null }[]): string {
  return runsParameter(items.flatMap(({ run }) => run ?? []))
}

/** The id of the order of a write. */
export function idOf({ order }: OrderWrite): string {
  return order.id as string
}

/** The parameters of a write of some orders: their records, their documents in one piece, their events and their runs. */
export function writeValues(writes: readonly OrderWrite[]): unknown[] {
  const documents = writes.map(({ document }) => Buffer.from(document))
  let at = 1
  const records = writes.map((write, index) => {
    const bytes = documents[index]?.length as number
    const record = orderRecord(write, { at, bytes })
    at += bytes
    return record
  })
  return [
    JSON.stringify(records),
    Buffer.concat(documents),
    eventsParameter(writes.map((write) => ({ ...write, orderId: idOf(write) }))),
    runsOf(writes),
  ]
}

/** An order as a member of the first parameter of a write; its document lies at a place among those of the others, counted from 1. */
function orderRecord(write: OrderWrite, place: { at: number; bytes: number }): Record<keyof typeof recordTypes, unknown> {
  return {
    order_id: write.order.id,
    version_number: write.versionNumber,
    version_id: write.order.versionId,
    sequence_before: write.sequenceBefore,
    event_sequence: write.sequenceBefore + write.events.length,
    previous_status: write.previousStatus ?? undefined,
    kind: write.kind,
    created_by: write.authorship.by,
    operation: write.authorship.operation,
    // Not the order's `modified`: one that is taken over from another system has an old one.
    written_at: write.authorship.time,
    changed_fields: write.changedFields,
    document_at: place.at,
    document_bytes: place.bytes,
    quantities: quantitiesOf(write.order.orderForm),
    told_payments: write.isToldNew ? write.told : undefined,
    returns: returnRecords(write.order, write.before),
    ...searchRecord(write.order),
  }
}
