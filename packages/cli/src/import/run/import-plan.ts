import type { ReadItem } from '@open-oms/import/reading/read-item'
import type { Resource } from '../resources/resource.ts'
import type { ImportIdentity } from './journal.ts'

/**
 * Something that takes long, for a progress bar: `done` of `total`, which is null while nobody
 * knows it.
 */
export type Progress = (stage: 'check' | 'send' | 'compare', done: number, total: number | null) => void

export type ImportPlan = {
  resource: Resource
  /** Reads the file from its beginning each time. */
  read(): AsyncIterable<ReadItem>
  identity: ImportIdentity
  /** Where the journal and the reports are. */
  folder: string
  /** The report of refused rows; CSV by its name. */
  reportPath: string
  concurrency: number
  batchSize: number
  skipsRefused: boolean
  updates: boolean
  restarts: boolean
  /** Checks the file and writes nothing. */
  checksOnly: boolean
}
