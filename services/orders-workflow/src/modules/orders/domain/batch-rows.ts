import { DomainError, type ErrorCode, type ErrorTexts, errorStatus, invalid } from '@open-oms/contracts/errors'
import type { BatchStatus, OrderBatchResult } from '@open-oms/contracts/orders/batch'

/** A row that cannot be written. `index` is its position in the batch, from 0. */
export type RowFailure = { index: number; id: string | null; error: DomainError }

/** The outcome of a row that was written, or that had no need to be. */
export type RowOutcome = { index: number; id: string; status: Exclude<BatchStatus, 'failed'>; message: string | null }

/** Whether an error is about a row, and not about the system. */
export function isRowError(error: unknown): error is DomainError {
  return error instanceof DomainError && errorStatus[error.code] < 500
}

/**
 * The error of a whole batch: every path is named with its row, `[3].storeId`
 * (orders.md#order-batches). A row out of reach refuses it all (security.md#roles).
 */
export function batchError(found: readonly RowFailure[]): DomainError {
  const failures = found.toSorted((a, b) => a.index - b.index)
  const forbidden = failures.filter(({ error }) => error.code === 'Forbidden')
  const reported = forbidden.length > 0 ? forbidden : failures
  const errors: ErrorTexts = {}
  for (const { index, error } of reported) Object.assign(errors, rowErrorTexts(index, error))
  const [first] = reported as [RowFailure, ...RowFailure[]]
  const others = reported.length - 1
  const text = `Row ${first.index}: ${first.error.message}`.replace(/[^.]$/, '$&.')
  const { retryAfterSeconds } = first.error.details
  return new DomainError(
    batchErrorCode(reported),
    others === 0 ? text : `${text} ${others} more of the rows cannot be written.`,
    {
      errors,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  )
}

function rowErrorTexts(index: number, error: DomainError): ErrorTexts {
  const row = `[${index}]`
  const entries = Object.entries(error.details.errors ?? {})
  if (entries.length === 0) return { [row]: [error.message] }
  return Object.fromEntries(entries.map(([path, texts]) => [pathIn(row, path), texts]))
}

function pathIn(row: string, path: string): string {
  return path === '' || path.startsWith('[') ? `${row}${path}` : `${row}.${path}`
}

/** Rows that fail for one reason give the batch that reason. */
function batchErrorCode(failures: readonly RowFailure[]): ErrorCode {
  const codes = new Set(failures.map(({ error }) => error.code))
  const [only] = codes
  return codes.size === 1 && only !== undefined ? only : 'ValidationFailed'
}

/**
 * The rows whose id an earlier row has already: which of the two is meant is unknown
 * (orders.md#order-batches).
 */
export function repeatedRows(rows: readonly { index: number; id: string | null }[]): RowFailure[] {
  const first = new Map<string, number>()
  const failures: RowFailure[] = []
  for (const { index, id } of rows) {
    if (id === null) continue
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, index)
    else failures.push({ index, id, error: invalid('id', `"${id}" is the id of row ${earlier} already`) })
  }
  return failures
}

/** What became of each row, in the order in which they were sent (orders.md#order-batches). */
export function batchResults(outcomes: readonly RowOutcome[], failures: readonly RowFailure[]): OrderBatchResult[] {
  const failed = failures.map(
    ({ index, id, error }): OrderBatchResult => ({ index, id, status: 'failed', message: error.message }),
  )
  return [...outcomes, ...failed].sort((a, b) => a.index - b.index)
}
