import type { ImportKind } from '../import-kinds.ts'
import type { ReadOptions } from '../reading/read-rows.ts'
import type { Counts } from '../sending/row-results.ts'

/** An import as this browser keeps it. */
export type KeptImport = {
  /** Idempotency keys are made of it: the same from the first start of an import to its end. */
  id: string
  /** Who began it; others who use the browser do not see it. */
  userName: string
  kind: ImportKind
  format: ReadOptions['format']
  /** How the file is read. */
  reading: ReadOptions
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
  /** The `BATCHES_VERSION` that it began with. */
  batches: number
  /** The content of the file, as long as rows are left. */
  file: Blob | null
}

/**
 * To be raised with every change of the rows or batches that a file has (`readRows`,
 * `splitIntoBatches`, `batchSizes`) and of the keys that they are sent with: batch 7 of an import
 * that began before would be other rows.
 */
export const BATCHES_VERSION = 2

/**
 * How long an import can go on after it began: a little less than keys are kept
 * (docs/reference/behaviour/http.md#idempotency-keys).
 */
const GOES_ON_HOURS = 47

/** Until when an import can go on. */
export function goesOnUntil({ begun }: Pick<KeptImport, 'begun'>): Date {
  return new Date(Date.parse(begun) + GOES_ON_HOURS * 60 * 60 * 1_000)
}

/**
 * Why an import cannot go on, as what was sent of it could have its effect twice; null where it
 * can.
 */
export function resumeObstacle(kept: Pick<KeptImport, 'begun' | 'batches'>, now: number): 'tooLate' | 'otherBatches' | null {
  if (kept.batches !== BATCHES_VERSION) return 'otherBatches'
  return now > goesOnUntil(kept).getTime() ? 'tooLate' : null
}

/**
 * How many imports of a person are kept, not counting those that have rows left, and for how long.
 */
export const KEPT_MAX = 20
export const KEPT_DAYS = 30

/**
 * The imports to be forgotten when a person opens the page, of a list of everybody's with the
 * newest first: those that are too old, and the person's own that are too many and have no row
 * left.
 */
export function outdated<Kept extends Pick<KeptImport, 'userName' | 'begun' | 'ended'>>(
  imports: readonly Kept[],
  { userName, now }: { userName: string; now: number },
): Kept[] {
  const oldest = new Date(now - KEPT_DAYS * 24 * 60 * 60 * 1_000).toISOString()
  const isEnded = (kept: Kept) => kept.userName === userName && kept.ended !== null
  const tooMany = new Set(imports.filter(isEnded).slice(KEPT_MAX))
  return imports.filter((kept) => kept.begun < oldest || tooMany.has(kept))
}

/** How many rows something has become of. */
export function rowsDone({ counts }: Pick<KeptImport, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
