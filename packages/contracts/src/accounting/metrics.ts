import type { Metric } from '../metric.ts'

/** Metrics of the builds of postings. */
export const accountingMetrics = [
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
] as const satisfies readonly Metric[]
