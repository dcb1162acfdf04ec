export type Metric = { name: string; type: 'histogram' | 'gauge' | 'counter'; labels: readonly string[]; help: string }

/**
 * The metrics of what single services do: orders, messages, webhooks, runs, builds and files. A
 * part of `metricCatalogue`.
 */
export const subjectMetrics = [
  {
    name: 'oms_orders',
    type: 'gauge',
    labels: ['order_type', 'status'],
    help: 'Orders of a type in a status, without deleted ones; measured at most every 30 seconds.',
  },
  {
    name: 'oms_orders_oldest_age_seconds',
    type: 'gauge',
    labels: ['status', 'in_progress'],
    help: 'Time since the oldest order in a status was created; in_progress is true for a status that some order type flags as in progress. Measured at most every 30 seconds.',
  },
  {
    name: 'oms_orders_unconfigured',
    type: 'gauge',
    labels: ['order_type', 'status', 'missing'],
    help: 'Orders, without deleted ones, whose type (missing="orderType") or status (missing="status") is not in the configuration any more.',
  },
  {
    name: 'oms_orders_held',
    type: 'gauge',
    labels: [],
    help: 'Orders, without deleted ones, that have a hold: none of their outside steps runs, and no shipment leaves.',
  },
  {
    name: 'oms_orders_held_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Time since the order that has been held the longest was held; 0 when none is.',
  },
  {
    name: 'oms_event_streams',
    type: 'gauge',
    labels: [],
    help: 'Streams of changes that clients and pages of the console have open at this process.',
  },
  {
    name: 'oms_messages_waiting',
    type: 'gauge',
    labels: ['kind'],
    help: 'E-mails and SMS that are not sent yet.',
  },
  {
    name: 'oms_messages_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Age of the message that waits longest; 0 when none waits. Rises when the mail server or the SMS gateway is away.',
  },
  {
    name: 'oms_messages_failed',
    type: 'gauge',
    labels: ['kind'],
    help: 'E-mails and SMS that were given up: refused for good, or not sent within 24 hours.',
  },
  {
    name: 'oms_messages_sent_total',
    type: 'counter',
    labels: ['kind'],
    help: 'E-mails and SMS that this process has sent.',
  },
  {
    name: 'oms_template_failures_total',
    type: 'counter',
    labels: ['name', 'part'],
    help: 'Templates of the tenant that this process could not render; the built-in ones stood in for them.',
  },
  {
    name: 'oms_webhooks_waiting',
    type: 'gauge',
    labels: ['subscription'],
    help: 'Events that a webhook subscription has not got yet.',
  },
  {
    name: 'oms_webhooks_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Age of the webhook delivery that waits longest; 0 when none waits. Rises when a receiver is away.',
  },
  {
    name: 'oms_webhooks_given_up',
    type: 'gauge',
    labels: ['subscription'],
    help: 'Events that a webhook subscription did not take within 24 hours; they wait for a person to replay them.',
  },
  {
    name: 'oms_documents_missing_characters_total',
    type: 'counter',
    labels: [],
    help: 'Documents of this process that show boxes for characters that no font has. Add a font to documents.fallbackFonts.',
  },
  {
    name: 'oms_webhooks_ended_total',
    type: 'counter',
    labels: ['subscription', 'outcome'],
    help: 'Webhook deliveries that this process has brought to their end, delivered or given_up.',
  },
  {
    name: 'oms_workflow_step_failures_total',
    type: 'counter',
    labels: ['step', 'connector', 'outcome', 'reason_class'],
    help: 'Workflow steps of this process that did not succeed: Error (for good), Waiting (tried again automatically) or Warning.',
  },
  {
    name: 'oms_workflow_retries_total',
    type: 'counter',
    labels: ['step', 'connector', 'reason_class'],
    help: 'Calls of workflow steps that this process has made again immediately, before the step failed or succeeded.',
  },
  {
    name: 'oms_workflow_runs_resumed_total',
    type: 'counter',
    labels: ['cause'],
    help: 'Workflow runs that this process has gone on with: taken_over (its process had died), released (its order was held), waited (a step is tried again) or request (somebody has resumed it).',
  },
  {
    name: 'oms_workflow_runs_waiting',
    type: 'gauge',
    labels: ['reason_class', 'connector'],
    help: 'Workflow runs that try a failed step again later, by why it failed and at which connector.',
  },
  {
    name: 'oms_workflow_waiting_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Time since the step of the run that waits longest first failed; 0 when none waits. Rises while a provider is away.',
  },
  {
    name: 'oms_job_items_total',
    type: 'counter',
    labels: ['kind', 'outcome'],
    help: 'Items of jobs that this process has done, by what became of them: Succeeded, Failed, Refused or Canceled.',
  },
  {
    name: 'oms_job_items_waiting',
    type: 'gauge',
    labels: ['kind'],
    help: 'Items of jobs that are still to be done.',
  },
  {
    name: 'oms_jobs_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Time since the oldest job that has not ended was made; 0 when there is none.',
  },
  {
    name: 'oms_connector_breaker_open',
    type: 'gauge',
    labels: ['connector'],
    help: '1 while this process does not call a connector, because it did not respond several times.',
  },
  {
    name: 'oms_connector_breaker_changes_total',
    type: 'counter',
    labels: ['connector', 'state'],
    help: 'How often the circuit breaker of a connector has become open or closed.',
  },
  {
    name: 'oms_workflow_runs_interrupted',
    type: 'gauge',
    labels: [],
    help: 'Workflow runs that were taken over ten times without ending, and wait for somebody to resume them.',
  },
  {
    name: 'oms_posting_drafts',
    type: 'gauge',
    labels: ['source', 'reason'],
    help: 'Days of stores (source="WebFulfillment") and Z-reports (source="PosZReport") that a build could make no posting of, by their first reason; of the hundred most frequent reasons.',
  },
  {
    name: 'oms_posting_drafts_oldest_age_seconds',
    type: 'gauge',
    labels: ['source'],
    help: 'Time since the end of the oldest day that has such a draft; 0 when there is none.',
  },
  {
    name: 'oms_daily_build_age_seconds',
    type: 'gauge',
    labels: ['store'],
    help: 'Time since the scheduled build last left nothing of a store unbuilt that was due: no draft, no failure. Of a store that was never built: since the process started. Absent while postings are switched off.',
  },
  {
    name: 'oms_daily_build_day_timestamp_seconds',
    type: 'gauge',
    labels: ['store'],
    help: 'The last day that was due at that build, as the Unix time of its begin in UTC.',
  },
  {
    name: 'oms_asset_files_missing',
    type: 'gauge',
    labels: [],
    help: 'Files that assets refer to and that the last sweep did not find in the store. Anything above 0 wants a restore.',
  },
  {
    name: 'oms_asset_files_removed_total',
    type: 'counter',
    labels: ['reason'],
    help: 'Files of assets that this process has removed: released (nothing refers to them any more), orphan, unfinished.',
  },
] as const satisfies readonly Metric[]
