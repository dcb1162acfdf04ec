import type { DatabaseService } from '../start/service-names.ts'

/**
 * The order in which databases are backed up: whoever consumes events before whoever publishes
 * them. An event that is in a later snapshot and not handled in an earlier one is published again
 * after restoring; an effect of an event that no snapshot has could not be taken back.
 */
export const snapshotOrder = [
  'accounting-read',
  'orders-workflow',
  'catalog-assets',
] as const satisfies readonly DatabaseService[]
