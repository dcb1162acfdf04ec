import type { Metric } from '../metric.ts'

/** Metrics of the files of assets. */
export const catalogMetrics = [
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
