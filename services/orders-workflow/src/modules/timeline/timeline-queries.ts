import { type TimelineKind, timelineKinds } from '@open-oms/contracts/orders/timeline'
import type { Database } from '@open-oms/service-kit/database/database'
import { type RowOf, Sql, statement } from '@open-oms/service-kit/database/statement'
import type { PositionedEntry, TimelinePage } from './domain/timeline.ts'
import { messageEntry, runEntry, statusEntry, stepEntry, versionEntry, webhookEntry } from './domain/timeline-entries.ts'

/**
 * `id` must be unique among the rows of the order, and ASCII; `from` ends where the order's id
 * follows.
 */
type Source = { columns: string; time: string; id: string; from: string }

/** $1 the order, $2 and $3 the position to continue after, $4 the limit. */
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

const pageParameters = [Sql.text, Sql.timestamptzText, Sql.text, Sql.bigint] as const
const positionRow = { time: Sql.timestamptz, key: Sql.text }
const versionRow = {
  ...positionRow,
  version_id: Sql.uuid,
  operation: Sql.text,
  created_by: Sql.nullable(Sql.text),
  proven_by: Sql.nullable(Sql.text),
}

const findVersions = statement({
  name: 'timeline-versions',
  text: versionText,
  parameters: pageParameters,
  row: { ...versionRow, changed_fields: Sql.list(Sql.text) },
})
const findStatuses = statement({
  name: 'timeline-statuses',
  text: statusText,
  parameters: pageParameters,
  row: { ...versionRow, status: Sql.text, previous_status: Sql.nullable(Sql.text) },
})
const findRuns = statement({
  name: 'timeline-runs',
  text: runText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    id: Sql.uuid,
    status: Sql.text,
    state: Sql.text,
    shipment_id: Sql.nullable(Sql.text),
    return_id: Sql.nullable(Sql.text),
    finished: Sql.nullable(Sql.timestamptz),
    started_by: Sql.nullable(Sql.text),
  },
})
const findSteps = statement({
  name: 'timeline-steps',
  text: stepText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    run_id: Sql.uuid,
    step_id: Sql.text,
    action_type: Sql.text,
    action_status: Sql.nullable(Sql.text),
    attempt: Sql.integer,
    error_reason: Sql.nullable(Sql.text),
    message: Sql.nullable(Sql.text),
  },
})
const findMessages = statement({
  name: 'timeline-messages',
  text: messageText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    id: Sql.uuid,
    kind: Sql.oneOf<'email' | 'sms'>(),
    template: Sql.nullable(Sql.text),
    state: Sql.text,
    attempts: Sql.integer,
    sent: Sql.nullable(Sql.timestamptz),
    resend_of: Sql.nullable(Sql.uuid),
    resent_by: Sql.nullable(Sql.text),
  },
})
const findWebhooks = statement({
  name: 'timeline-webhooks',
  text: webhookText,
  parameters: pageParameters,
  row: {
    ...positionRow,
    id: Sql.bigint,
    subscription_id: Sql.text,
    event_id: Sql.text,
    event_type: Sql.text,
    state: Sql.text,
    attempts: Sql.integer,
    last_attempt: Sql.nullable(Sql.timestamptz),
    last_status: Sql.nullable(Sql.integer),
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
