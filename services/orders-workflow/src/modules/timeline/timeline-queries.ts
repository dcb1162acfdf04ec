import { type TimelineKind, timelineKinds } from '@open-oms/contracts/orders/timeline'
import type { Database } from '@open-oms/service-kit/database/database'
import {
  bigint,
  integer,
  list,
  nullable,
  oneOf,
  type RowOf,
  statement,
  text,
  timestamptz,
  timestamptzText,
  uuid,
} from '@open-oms/service-kit/database/statement'
import type { PositionedEntry, TimelinePage } from './domain/timeline.ts'
import { messageEntry, runEntry, statusEntry, stepEntry, versionEntry, webhookEntry } from './domain/timeline-entries.ts'

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
  columns: 'version_id, operation, changed_fields, created_by, proven_by',
  from: 'order_version where order_id',
})

// The status is in the documents: only those of the page are read.
const statusText = `select time, key, version_id, operation, created_by, proven_by, document ->> 'status' as status,
    (select before.document ->> 'status' from order_version_content as before
      where before.order_id = $1 and before.version_number = page.version_number - 1) as previous_status
  from (${pageText('statusChanged', {
    ...versions,
    columns: 'version_id, version_number, operation, created_by, proven_by, document',
    from: `order_version_content where (version_number = 1 or 'status' = any(changed_fields)) and order_id`,
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
  id: `a.run_id::text || lpad(planned.position::text, 6, '0') || lpad(a.attempt::text, 6, '0')`,
  from: `workflow_step_attempt as a join workflow_run as r on r.id = a.run_id cross join lateral (
        select coalesce(min(position), 0) as position from json_array_elements(r.plan) with ordinality as p (step, position)
        where step ->> 'id' = a.step_id
      ) as planned where r.order_id`,
})

const messageText = pageText('message', {
  columns: 'id, kind, template, state, attempts, sent, resend_of, resent_by',
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

const pageParameters = [text, timestamptzText, text, bigint] as const
const positionRow = { time: timestamptz, key: text }
const versionRow = { ...positionRow, version_id: uuid, operation: text, created_by: nullable(text), proven_by: nullable(text) }

const findVersions = statement({
  name: 'timeline-versions',
  text: versionText,
  parameters: pageParameters,
  row: { ...versionRow, changed_fields: list(text) },
})
const findStatuses = statement({
  name: 'timeline-statuses',
  text: statusText,
  parameters: pageParameters,
  row: { ...versionRow, status: text, previous_status: nullable(text) },
})
const findRuns = statement({
  name: 'timeline-runs',
  text: runText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    id: uuid,
    status: text,
    state: text,
    shipment_id: nullable(text),
    return_id: nullable(text),
    finished: nullable(timestamptz),
    started_by: nullable(text),
  },
})
const findSteps = statement({
  name: 'timeline-steps',
  text: stepText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    run_id: uuid,
    step_id: text,
    action_type: text,
    action_status: nullable(text),
    attempt: integer,
    error_reason: nullable(text),
    message: nullable(text),
  },
})
const findMessages = statement({
  name: 'timeline-messages',
  text: messageText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    id: uuid,
    kind: oneOf<'email' | 'sms'>(),
    template: nullable(text),
    state: text,
    attempts: integer,
    sent: nullable(timestamptz),
    resend_of: nullable(uuid),
    resent_by: nullable(text),
  },
})
const findWebhooks = statement({
  name: 'timeline-webhooks',
  text: webhookText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    id: bigint,
    subscription_id: text,
    event_id: text,
    event_type: text,
    state: text,
    attempts: integer,
    last_attempt: nullable(timestamptz),
    last_status: nullable(integer),
  },
})

/**
 * The timeline entries outside of the order document: of each kind the first ones after the
 * position, one more than the page takes, to show whether more follow.
 */
export async function findTimelineEntries(
  database: Pick<Database, 'query'>,
  orderId: string,
  { after, take }: TimelinePage,
): Promise<PositionedEntry[]> {
  const page = [orderId, after.time, after.key, take + 1] as const
  // Sequential: one page must not take many of the connections that writes need.
  return [
    ...(await findVersions.on(database, ...page)).map(ofVersion),
    ...(await findStatuses.on(database, ...page)).map(ofStatus),
    ...(await findRuns.on(database, ...page)).map(ofRun),
    ...(await findSteps.on(database, ...page)).map(ofStep),
    ...(await findMessages.on(database, ...page)).map(ofMessage),
    ...(await findWebhooks.on(database, ...page)).map(ofWebhook),
  ]
}

function toEntryPosition({ time, key }: RowOf<typeof positionRow>): { time: string; key: string } {
  return { time: time.toISOString(), key }
}

function ofVersion(row: RowOf<typeof findVersions.row>): PositionedEntry {
  const { version_id: versionId, operation, changed_fields: changedFields, created_by: actor, proven_by: provenBy } = row
  return versionEntry({ ...toEntryPosition(row), versionId, operation, changedFields, actor, provenBy })
}

function ofStatus(row: RowOf<typeof findStatuses.row>): PositionedEntry {
  const {
    version_id: versionId,
    operation,
    created_by: actor,
    proven_by: provenBy,
    status,
    previous_status: previousStatus,
  } = row
  return statusEntry({ ...toEntryPosition(row), versionId, operation, actor, provenBy, status, previousStatus })
}

function ofRun(row: RowOf<typeof findRuns.row>): PositionedEntry {
  const { id: runId, status, state, shipment_id: shipmentId, return_id: returnId, started_by: actor } = row
  const finished = row.finished?.toISOString() ?? null
  return runEntry({ ...toEntryPosition(row), runId, status, state, shipmentId, returnId, finished, actor })
}

function ofStep(row: RowOf<typeof findSteps.row>): PositionedEntry {
  const { run_id: runId, step_id: stepId, action_type: actionType, action_status: actionStatus, attempt, message } = row
  return stepEntry({
    ...toEntryPosition(row),
    runId,
    stepId,
    actionType,
    actionStatus,
    attempt,
    errorReason: row.error_reason,
    message,
  })
}

function ofMessage(row: RowOf<typeof findMessages.row>): PositionedEntry {
  const { id: messageId, kind: type, template, state, attempts, resend_of: resendOf, resent_by: actor } = row
  const sent = row.sent?.toISOString() ?? null
  return messageEntry({ ...toEntryPosition(row), messageId, type, template, state, attempts, sent, resendOf, actor })
}

function ofWebhook(row: RowOf<typeof findWebhooks.row>): PositionedEntry {
  const { id: deliveryId, subscription_id: subscriptionId, event_id: eventId, event_type: eventType, state, attempts } = row
  const lastAttempt = row.last_attempt?.toISOString() ?? null
  const facts = { deliveryId, subscriptionId, eventId, eventType, state, attempts, lastAttempt, lastStatus: row.last_status }
  return webhookEntry({ ...toEntryPosition(row), ...facts })
}
