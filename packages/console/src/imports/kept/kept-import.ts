import type { ImportKind } from '../import-kinds.ts'
import type { FileFormat } from '../reading/read-rows.ts'
import type { Counts } from '../sending/row-results.ts'

/** An import as this browser keeps it. */
export type KeptImport = {
  /** Idempotency keys are made of it: the same from the first start of an import to its end. */
  id: string
  /** Who began it; others who use the browser do not see it. */
  userName: string
  kind: ImportKind
  format: FileFormat
  fileName: string
  /** Bytes. */
  size: number
  /** How many rows the file has. */
  rows: number
  /** The header of a CSV file, as it is there. */
  header: string | null
  /** Whether products that are there are replaced. */
  replaces: boolean
  begun: string
  /** Null as long as rows are left. */
  ended: string | null
  /** Why it stopped; null where the person stopped it, or left the page. */
  failure: string | null
  counts: Counts
  /** The content of the file, as long as rows are left. */
  file: Blob | null
}

/** How many imports of a person are kept, and for how long. */
export const KEPT_MAX = 20
export const KEPT_DAYS = 30

/** The imports that are too old or too many to be kept, of a list with the newest first. */
export function outdated(imports: readonly KeptImport[], now: number): KeptImport[] {
  const oldest = new Date(now - KEPT_DAYS * 24 * 60 * 60 * 1_000).toISOString()
  return imports.filter(({ begun }, index) => index >= KEPT_MAX || begun < oldest)
}

/** How many rows something has become of. */
export function rowsDone({ counts }: Pick<KeptImport, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
