import { type TimelineKind, timelineKinds } from '@oms/contracts/orders/timeline'
import type { Database } from '@oms/service-kit/database/database'
import type { PositionedEntry, TimelinePage } from './domain/timeline.ts'
import { messageEntry, runEntry, statusEntry, stepEntry, versionEntry, webhookEntry } from './domain/timeline-entries.ts'

type Reader = Pick<Database, 'query'>
type PositionedRow = { time: Date; key: string }

/**
 * `id` must be unique among the rows of the order, and ASCII; `from` ends where the order's id
 * follows.
 */
type Source = { columns: string; time: string; id: string; from: string }

/** $1 the order, $2 and $3 the position to continue after, $4 how many. */
function pageText(kind: TimelineKind, { columns, time, id, from }: Source): string {
  return `select * from (
      select ${time} as time, ('${timelineKinds.indexOf(kind)}' || ${id}) collate "C" as key, ${columns} from ${from} = $1
    ) as entry where (time, key) > ($2::timestamptz, $3::text collate "C") order by time, key limit $4`
}

const versions = { time: 'created', id: `lpad(version_number::text, 10, '0')` }

const versionText = pageText('version', {
  ...versions,
  columns: 'version_id, operation, changed_fields, created_by',
  from: 'order_version where order_id',
})

// The status is in the documents: only those of the page are read.
const statusText = `select time, key, version_id, operation, created_by, document ->> 'status' as status,
    (select before.document ->> 'status' from order_version as before
      where before.order_id = $1 and before.version_number = page.version_number - 1) as previous_status
  from (${pageText('statusChanged', {
    ...versions,
    columns: 'version_id, version_number, operation, created_by, document',
    from: `order_version where (version_number = 1 or 'status' = any(changed_fields)) and order_id`,
  })}) as page order by time, key`

const runText = pageText('workflowRun', {
  columns: 'id, status, state, shipment_id, return_id, finished, started_by',
  time: 'started',
  id: 'id::text',
  from: 'workflow_run where order_id',
})

/** Steps with the same time are in the order of their run's plan. */
const stepText = pageText('workflowStep', {
  columns: 'a.run_id, a.step_id, a.action_type, a.action_status, a.attempt, a.error_reason, a.message',
  time: 'coalesce(a.finished, a.started)',
  id: `a.run_id::text || lpad(planned.place::text, 6, '0') || lpad(a.attempt::text, 6, '0')`,
  from: `workflow_step_attempt as a join workflow_run as r on r.id = a.run_id cross join lateral (
        select coalesce(min(place), 0) as place from json_array_elements(r.plan) with ordinality as p (step, place)
        where step ->> 'id' = a.step_id
      ) as planned where r.order_id`,
})

const messageText = pageText('message', {
  columns: 'id, kind, state, attempts, sent',
  time: 'created',
  id: 'id::text',
  from: 'message where order_id',
})

const webhookText = pageText('webhook', {
  columns: 'id, subscription_id, event_id, event_type, state, attempts, last_attempt, last_status',
  time: 'created',
  id: `lpad(id::text, 20, '0')`,
  from: 'webhook_delivery where order_id',
})

type VersionRow = PositionedRow & { version_id: string; operation: string; changed_fields: string[]; created_by: string | null }
type StatusRow = PositionedRow & Omit<VersionRow, 'changed_fields'> & { status: string; previous_status: string | null }
type RunRow = PositionedRow & {
  id: string
  status: string
  state: string
  shipment_id: string | null
  return_id: string | null
  finished: Date | null
  started_by: string | null
}
type StepRow = PositionedRow & {
  run_id: string
  step_id: string
  action_type: string
  action_status: string | null
  attempt: number
  error_reason: string | null
  message: string | null
}
type MessageRow = PositionedRow & { id: string; kind: 'email' | 'sms'; state: string; attempts: number; sent: Date | null }
type WebhookRow = PositionedRow & {
  id: number
  subscription_id: string
  event_id: string
  event_type: string
  state: string
  attempts: number
  last_attempt: Date | null
  last_status: number | null
}

/**
 * The timeline entries outside of the order document: of each kind the first ones after the
 * position, one more than the page takes, to show whether more follow.
 */
export async function findTimelineEntries(
  database: Reader,
  orderId: string,
  { after, take }: TimelinePage,
): Promise<PositionedEntry[]> {
  const values = [orderId, after.time, after.key, take + 1]
  const rows = <Row>(name: string, text: string) => database.query<Row>({ name, text, values })
  // Sequential: one page must not take many of the connections that writes need.
  return [
    ...(await rows<VersionRow>('timeline-versions', versionText)).map(ofVersion),
    ...(await rows<StatusRow>('timeline-statuses', statusText)).map(ofStatus),
    ...(await rows<RunRow>('timeline-runs', runText)).map(ofRun),
    ...(await rows<StepRow>('timeline-steps', stepText)).map(ofStep),
    ...(await rows<MessageRow>('timeline-messages', messageText)).map(ofMessage),
    ...(await rows<WebhookRow>('timeline-webhooks', webhookText)).map(ofWebhook),
  ]
}

function positionOf({ time, key }: PositionedRow): { time: string; key: string } {
  return { time: time.toISOString(), key }
}

function ofVersion(row: VersionRow): PositionedEntry {
  const { version_id: versionId, operation, changed_fields: changedFields, created_by: actor } = row
  return versionEntry({ ...positionOf(row), versionId, operation, changedFields, actor })
}

function ofStatus(row: StatusRow): PositionedEntry {
  const { version_id: versionId, operation, created_by: actor, status, previous_status: previousStatus } = row
  return statusEntry({ ...positionOf(row), versionId, operation, actor, status, previousStatus })
}

function ofRun(row: RunRow): PositionedEntry {
  const { id: runId, status, state, shipment_id: shipmentId, return_id: returnId, started_by: actor } = row
  const finished = row.finished?.toISOString() ?? null
  return runEntry({ ...positionOf(row), runId, status, state, shipmentId, returnId, finished, actor })
}

function ofStep(row: StepRow): PositionedEntry {
  const { run_id: runId, step_id: stepId, action_type: actionType, action_status: actionStatus, attempt, message } = row
  return stepEntry({
    ...positionOf(row),
    runId,
    stepId,
    actionType,
    actionStatus,
    attempt,
    errorReason: row.error_reason,
    message,
  })
}

function ofMessage(row: MessageRow): PositionedEntry {
  const { id: messageId, kind: type, state, attempts } = row
  return messageEntry({ ...positionOf(row), messageId, type, state, attempts, sent: row.sent?.toISOString() ?? null })
}

function ofWebhook(row: WebhookRow): PositionedEntry {
  const { id: deliveryId, subscription_id: subscriptionId, event_id: eventId, event_type: eventType, state, attempts } = row
  const lastAttempt = row.last_attempt?.toISOString() ?? null
  const facts = { deliveryId, subscriptionId, eventId, eventType, state, attempts, lastAttempt, lastStatus: row.last_status }
  return webhookEntry({ ...positionOf(row), ...facts })
}
